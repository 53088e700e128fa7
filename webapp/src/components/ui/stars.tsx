// Five stars in whole and half steps. They say nothing to a screen reader: Score, around them, does.
import { clsx } from 'clsx';
import { stars, type Star } from '@/lib/format';

const star = 'M8 1.2l2.06 4.35 4.74.62-3.48 3.3.88 4.73L8 11.9l-4.2 2.3.88-4.73L1.2 6.17l4.74-.62z';

const widths: Record<Star, string> = { full: '16', half: '8', empty: '0' };

export function Stars({ rating, className }: { rating: number; className?: string }) {
  return (
    <span aria-hidden className={clsx('inline-flex gap-0.5', className)}>
      {stars(rating).map((kind, i) => (
        <svg key={i} viewBox="0 0 16 16" className="size-[1em]" data-star={kind}>
          <path d={star} className="fill-score-track" />
          {kind === 'empty' ? null : (
            <svg width={widths[kind]} height="16" viewBox={`0 0 ${widths[kind]} 16`}>
              <path d={star} className="fill-score" />
            </svg>
          )}
        </svg>
      ))}
    </span>
  );
}
