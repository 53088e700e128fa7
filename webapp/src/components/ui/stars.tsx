// Five stars in whole and half steps. They say nothing to a screen reader: Score, around them, does. All five are one path, drawn
// once as the track and once over it as far as the rating goes: a list of reviews has hundreds of stars.
import { clsx } from 'clsx';
import { halfStars } from '@/lib/format';

/** How wide a star is, and how far from one to the next, in units of the drawing. */
const width = 16;
const step = 18;
const all = 4 * step + width;

const row = [0, 1, 2, 3, 4]
  .map((i) => `M${8 + i * step} 1.2l2.06 4.35 4.74.62-3.48 3.3.88 4.73-4.2-2.3-4.2 2.3.88-4.73-3.48-3.3 4.74-.62z`)
  .join('');

export function Stars({ rating, className }: { rating: number; className?: string }) {
  const halves = halfStars(rating);
  const filled = Math.floor(halves / 2) * step + (halves % 2) * (width / 2);
  return (
    <svg aria-hidden viewBox={`0 0 ${all} ${width}`} className={clsx('h-[1em] w-[5.5em]', className)} data-stars={halves / 2}>
      <path d={row} className="fill-score-track" />
      {filled > 0 ? (
        <svg width={filled} height={width} viewBox={`0 0 ${filled} ${width}`}>
          <path d={row} className="fill-score" />
        </svg>
      ) : null}
    </svg>
  );
}
