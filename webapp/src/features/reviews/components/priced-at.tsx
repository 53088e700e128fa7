// When a price was noted, and whether that is long ago.
import { useOlder } from '@/hooks/use-older';
import { formatDateBeside } from '@/lib/format';

/** From then on a price is called old. */
const oldAfter = 90; // days

interface Props {
  at: string;
  /** A date near it, whose year it doesn't repeat. */
  beside: string;
}

export function PricedAt({ at, beside }: Props) {
  return (
    <span className="block text-caption text-muted">
      when reviewed, <time dateTime={at}>{formatDateBeside(at, beside)}</time>
      <OldPrice at={at} />
    </span>
  );
}

/** Says so where a price is old. */
export function OldPrice({ at }: Pick<Props, 'at'>) {
  return useOlder(at, oldAfter * 86_400_000) ? (
    <span className="block font-semibold text-secondary">This price is more than {oldAfter} days old.</span>
  ) : null;
}
