// When a price was noted, and whether that is long ago.
import { shortDate } from '@/components/corrections/words';
import { useOlder } from '@/hooks/use-older';

/** From then on a price is called old. */
const oldAfter = 90; // days

/** @param beside a date near it, whose year it doesn't repeat */
export function PricedAt({ at, beside }: { at: string; beside: string }) {
  const old = useOlder(at, oldAfter * 86_400_000);
  return (
    <span className="block text-caption text-muted">
      when reviewed, <time dateTime={at}>{shortDate(at, beside)}</time>
      {old ? <span className="block font-semibold text-secondary">This price is more than {oldAfter} days old.</span> : null}
    </span>
  );
}
