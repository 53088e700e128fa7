// Chooses the moment up to which the summary counts; without one it is now.
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { DateField, halfTyped } from '@/components/ui/date-field';
import { useNow } from '@/hooks/use-now';

interface Props {
  /** In UTC, as the field has it: '2026-10-01T00:00'; '' for now. */
  value: string;
  onChange: (value: string) => void;
}

const label = 'As of (UTC)';

export function AsOf({ value, onChange }: Props) {
  const latest = new Date(useNow()).toISOString().slice(0, 16);
  // While it is incomplete or in the future, the summary stays as it is.
  const [typed, setTyped] = useState(value);
  const isLate = typed !== halfTyped && typed > latest;
  const type = (text: string) => {
    setTyped(text);
    if (text !== halfTyped && text <= latest) onChange(text);
  };
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-x-2 text-small text-muted">
      <span aria-hidden className="flex min-h-control items-center">
        {label}
      </span>
      <DateField
        type="datetime-local"
        className="max-w-full min-w-0"
        label={label}
        hideLabel
        value={typed}
        max={latest}
        error={isLate ? 'Choose a time in the past' : undefined}
        onChange={type}
      />
      {value || typed ? (
        <Button variant="quiet" size="small" className="min-h-control" onClick={() => type('')}>
          Now
        </Button>
      ) : null}
    </div>
  );
}
