import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { TextField } from './field';

/** The value of a field in which a date is typed only halfway. It names no date, so every rule refuses it. */
export const halfTyped = 'half-typed';

/** What is wrong with it, beside a field of that kind. */
export const completeDate = 'Enter a complete date, or clear the field';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange' | 'onBlur' | 'ref'> & {
  type: 'date' | 'datetime-local';
  value: string;
  /** Called with halfTyped while a date is incomplete: the browser itself reports that as an empty field. */
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Of a form library, which focuses the field. */
  ref?: (field: HTMLInputElement | null) => void;
};

/** A field for a date, or for a date and time. It says when a date is incomplete, also one from a draft, but not while it is typed. */
export function DateField({ value, onChange, onBlur, error, ref, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [focused, setFocused] = useState(false);
  const read = () => {
    if (!input.current) return;
    const typed = input.current.validity.badInput ? halfTyped : input.current.value;
    if (typed !== value) onChange(typed);
  };
  // A field that is cleared from outside keeps no half of a date.
  useEffect(() => {
    if (value === '' && input.current?.validity.badInput) input.current.value = '';
  }, [value]);
  return (
    <TextField
      {...rest}
      ref={(field) => {
        input.current = field;
        ref?.(field);
      }}
      value={value === halfTyped ? '' : value}
      error={error ?? (!focused && value === halfTyped ? completeDate : undefined)}
      onChange={read}
      onKeyUp={read} // a browser tells only of whole dates
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        read();
        onBlur?.();
      }}
    />
  );
}
