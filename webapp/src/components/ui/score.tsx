// The score mark, Candor's signature: the rating as a large number inside the open ring, which is filled to the
// score, '/5' in its opening, and the stars. The same shape in every size.
import { clsx } from 'clsx';
import { formatRating, formatScore } from '@/lib/format';
import { Ring } from './ring';
import { Stars } from './stars';

const mark = 'relative inline-grid shrink-0 place-items-center whitespace-nowrap font-serif font-medium lining-nums tabular-nums';
const markSize = { small: 'size-12 text-[1.125rem]', medium: 'size-18 text-[1.75rem]', large: 'size-32 text-[3.25rem]' } as const;
const starSize = { small: 'text-[0.875rem]', medium: 'text-[1rem]', large: 'text-[1.25rem]' } as const;

interface Props {
  rating: number;
  size?: keyof typeof markSize;
  /** Stars below the number rather than beside it. */
  stacked?: boolean;
}

export function Score({ rating, size = 'small', stacked = false }: Props) {
  const [number, outOf] = formatRating(rating).split('/');
  return (
    <span
      role="img"
      aria-label={`Rated ${formatScore(rating)} out of 5`}
      className={stacked ? 'inline-flex flex-col items-center gap-2' : 'inline-flex items-center gap-x-3 max-sm:flex-wrap'}
    >
      <span className={clsx(mark, markSize[size])}>
        <Ring filled={rating / 5} className="absolute inset-0" />
        <span className="relative leading-none">
          {number}
          <span className="absolute bottom-[0.08em] left-full pl-[0.06em] text-[0.5em] text-muted">/{outOf}</span>
        </span>
      </span>
      <Stars rating={rating} className={starSize[size]} />
    </span>
  );
}
