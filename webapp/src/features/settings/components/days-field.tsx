// For how long something is kept: a number of days, or for ever.
import { clsx } from 'clsx';
import { useEffect, useId, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import type { EditorForm } from '@/components/content/form';
import { forever } from '@/components/settings/setting-kinds';

interface Props {
  form: EditorForm;
  name: string;
  label: string;
  hint: string | undefined;
  /** The fewest days. */
  least: number;
}

const control = 'h-control w-24 rounded-sm border bg-raised px-3 text-base text-primary tabular-nums';

export function DaysField({ form, name, label, hint, least }: Props) {
  const id = useId();
  const {
    field: { ref: attach, value: given, onChange, onBlur },
    fieldState: { error },
  } = useController({ control: form.control, name });
  const value = String(given);
  const isForever = value === forever;
  const [last, setLast] = useState(isForever ? String(Math.max(least, 365)) : value); // comes back when days are chosen again
  const root = useRef<HTMLFieldSetElement>(null);
  const days = useRef<HTMLInputElement>(null);
  useEffect(() => attach({ focus: () => (days.current ?? root.current?.querySelector<HTMLElement>('input:checked'))?.focus() }), [attach]);
  const type = (text: string) => {
    setLast(text);
    onChange(text);
  };
  const choose = (always: boolean) => {
    if (!isForever) setLast(value);
    onChange(always ? forever : last);
  };
  const row = 'flex min-h-control flex-wrap items-center gap-x-2 text-small';
  const look = 'size-4 shrink-0 accent-accent';
  const radio = (always: boolean) => (
    <input type="radio" name={id} checked={isForever === always} onChange={() => choose(always)} className={look} />
  );
  return (
    <fieldset ref={root} aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend className="mb-1 text-small font-semibold">{label}</legend>
      <div className={row}>
        <label className="inline-flex min-h-control items-center gap-2">
          {radio(false)}
          {isForever ? 'Deleted after some days' : 'Deleted after'}
        </label>
        {isForever ? null : (
          <label className="inline-flex items-center gap-2">
            <input
              ref={days}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              aria-label={`${label}: days`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
              value={value}
              onChange={(e) => type(e.target.value)}
              onBlur={onBlur}
              className={clsx(control, error ? 'border-danger' : 'border-control')}
            />
            days
          </label>
        )}
      </div>
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-small text-danger">
          {error.message}
        </p>
      ) : null}
      <label className={row}>
        {radio(true)}
        Kept forever
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      ) : null}
    </fieldset>
  );
}
