// A choice of one out of a few: the browser's own control, which every hand and every reader knows.
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useId, type ComponentProps } from 'react';

interface Props extends ComponentProps<'select'> {
  label: string;
  options: readonly { value: string; label: string }[];
  error?: string | undefined;
  hint?: string;
  /** The label is for assistive technology only. */
  hideLabel?: boolean;
}

export function SelectField({ label, options, error, hint, hideLabel = false, className, ...rest }: Props) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} data-required={rest.required} className={hideLabel ? 'sr-only' : 'mb-1.5 block text-small font-semibold'}>
        {label}
      </label>
      <span className="relative block">
        <select
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          className={clsx(
            'h-control w-full appearance-none rounded-sm border bg-raised pr-10 pl-3 text-base text-primary',
            error ? 'border-danger' : 'border-control',
          )}
          {...rest}
        >
          {options.map((o) => (
            <option key={o.value} value={o.value}>
              {o.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          strokeWidth={1.75}
          className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
        />
      </span>
      {note ? (
        <p id={`${id}-note`} role={error ? 'alert' : undefined} className={clsx('mt-1.5 text-small', error ? 'text-danger' : 'text-muted')}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
