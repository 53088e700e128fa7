// The end of a long list: how much of it is shown, and a button for more.
import { Button } from './button';

interface Props {
  shown: number;
  total: number;
  busy: boolean;
  onMore: () => void;
}

export function MoreButton({ shown, total, busy, onMore }: Props) {
  if (shown >= total) return null;
  return (
    <div className="mt-12 flex flex-wrap items-center gap-4 border-t border-rule pt-6">
      <Button data-needs-script variant="plain" disabled={busy} onClick={onMore}>
        {busy ? 'Loading...' : 'Show more'}
      </Button>
      <p className="text-small text-muted tabular-nums">
        {shown} of {total}
      </p>
    </div>
  );
}
