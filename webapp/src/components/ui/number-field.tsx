import { useState, type ComponentProps, type KeyboardEvent } from 'react';
import { numberOf } from '@/lib/numbers';
import { TextField } from './field';

/** What the arrow keys choose from. */
export interface NumberRange {
  min: number;
  max?: number;
  step: number;
}

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode'> & { range: NumberRange };

/**
 * A text field for a number. A browser's own number field would return an empty text for what it can't read; this one says so, once it is
 * left. Up and down arrows change the number.
 */
export function NumberField({ range: { min, max = Infinity, step }, error, onChange, onFocus, onBlur, ...rest }: Props) {
  const [unreadable, setUnreadable] = useState(false);
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    const n = numberOf(field.value);
    if ((event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || n === undefined) return;
    event.preventDefault();
    const next = Math.min(max, Math.max(min, n + (event.key === 'ArrowUp' ? step : -step)));
    field.value = String(Math.round(next * 100) / 100);
    onChange?.({ ...event, type: 'change', target: field });
  };
  return (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      error={error ?? (unreadable ? 'Enter a number' : undefined)}
      onChange={onChange}
      onKeyDown={press}
      onFocus={(event) => {
        setUnreadable(false);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setUnreadable(numberOf(event.currentTarget.value) === undefined);
        onBlur?.(event);
      }}
    />
  );
}
