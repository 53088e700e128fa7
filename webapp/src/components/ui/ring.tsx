// The open ring: Candor's C, and the track of the score mark.

interface Props {
  /** How much of the ring is filled, 0 to 1. */
  filled: number;
  className?: string;
}

const arc = 'M31.31 8.69A16 16 0 1 0 31.31 31.31';

export function Ring({ filled, className }: Props) {
  return (
    <svg viewBox="2.5 2.5 35 35" fill="none" aria-hidden className={className}>
      <path d={arc} strokeWidth="2.5" className="stroke-score-track" />
      <path d={arc} strokeWidth="2.5" pathLength={100} strokeDasharray={`${filled * 100} 200`} className="stroke-score" />
    </svg>
  );
}
