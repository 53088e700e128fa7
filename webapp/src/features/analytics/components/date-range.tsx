// A range of days of one's own.
import { clsx } from 'clsx';
import { useId, useState, type SyntheticEvent } from 'react';
import { Button } from '@/components/ui/button';
import { today, wrongDates } from '../days';
import type { Dates } from '../types';

interface Props {
  value: Dates;
  onChange: (value: Dates) => void;
}

const field = 'h-9 rounded-sm border border-control bg-raised px-2.5 text-small text-primary tabular-nums pointer-coarse:h-control';

/** Two days and the button that shows them; give it a key, so that it follows the address. */
export function DateRange({ value, onChange }: Props) {
  const id = useId();
  const [dates, setDates] = useState(value);
  const [error, setError] = useState<string>();

  const show = (event: SyntheticEvent) => {
    event.preventDefault();
    const wrong = wrongDates(dates);
    setError(wrong);
    if (!wrong) onChange(dates);
  };

  const input = (name: 'from' | 'to', label: string) => (
    <label className="flex items-center gap-2 text-small font-semibold max-sm:grow max-sm:flex-col max-sm:items-stretch max-sm:gap-1">
      {label}
      <input
        type="date"
        value={dates[name]}
        max={today()}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => setDates({ ...dates, [name]: event.target.value })}
        className={clsx(field, error && 'border-danger')}
      />
    </label>
  );

  return (
    <form noValidate onSubmit={show} aria-label="Dates" className="mt-4 flex flex-wrap items-end gap-x-4 gap-y-3 sm:justify-end">
      {input('from', 'From')}
      {input('to', 'To')}
      <Button type="submit" variant="plain" size="small" className="max-sm:grow">
        Show
      </Button>
      {error ? (
        <p id={`${id}-error`} role="alert" className="w-full text-small text-danger sm:text-right">
          {error}
        </p>
      ) : null}
    </form>
  );
}
