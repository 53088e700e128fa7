// Chooses the moment up to which the summary counts; without one it is now.
import { Button } from '@/components/ui/button';
import { useNow } from '@/hooks/use-now';

interface Props {
  /** In UTC, as the field has it: '2026-10-01T00:00'; '' for now. */
  value: string;
  onChange: (value: string) => void;
}

export function AsOf({ value, onChange }: Props) {
  const now = useNow();
  return (
    <div className="flex flex-wrap items-center gap-2 text-small text-muted">
      <label className="flex items-center gap-2">
        As of (UTC)
        <input
          type="datetime-local"
          value={value}
          max={new Date(now).toISOString().slice(0, 16)}
          onChange={(e) => {
            if (e.target.validity.valid) onChange(e.target.value);
          }}
          className="min-h-9 rounded-sm border border-control bg-raised px-2 text-primary"
        />
      </label>
      {value ? (
        <Button variant="quiet" size="small" onClick={() => onChange('')}>
          Now
        </Button>
      ) : null}
    </div>
  );
}
