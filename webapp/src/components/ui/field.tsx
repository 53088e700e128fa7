// One field of a form: its label, its control and what is wrong with it, tied together for assistive technology.
import { clsx } from 'clsx';
import { useId, type ComponentProps, type ReactNode } from 'react';

const control = 'w-full rounded-sm border bg-raised px-3 text-base text-primary placeholder:text-muted';

interface FieldProps {
  label: string;
  error?: string | undefined;
  hint?: string;
  /** Something at the right end of the control, such as a button. */
  end?: ReactNode;
  /** The label is for assistive technology only. */
  hideLabel?: boolean | undefined;
}

type InputProps = FieldProps & ComponentProps<'input'>;
type AreaProps = FieldProps & ComponentProps<'textarea'>;

function useDescribed({ error, hint }: FieldProps) {
  const id = useId();
  return { id, described: error ? `${id}-error` : hint ? `${id}-hint` : undefined };
}

export function TextField({ label, error, hint, end, hideLabel, className, ...rest }: InputProps) {
  const { id, described } = useDescribed({ label, error, ...(hint ? { hint } : {}) });
  return (
    <Frame id={id} label={label} hideLabel={hideLabel} required={rest.required} error={error} hint={hint} className={className}>
      <span className="relative block">
        <input
          id={id}
          dir="auto"
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          className={clsx(control, 'h-control', error ? 'border-danger' : 'border-control', end ? 'pr-12' : null)}
          {...rest}
        />
        {end ? <span className="absolute inset-y-0 right-0 flex items-center">{end}</span> : null}
      </span>
    </Frame>
  );
}

export function TextArea({ label, error, hint, hideLabel, className, ...rest }: AreaProps) {
  const { id, described } = useDescribed({ label, error, ...(hint ? { hint } : {}) });
  return (
    <Frame id={id} label={label} hideLabel={hideLabel} required={rest.required} error={error} hint={hint} className={className}>
      <textarea
        id={id}
        dir="auto"
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
        className={clsx(control, 'block py-2', rest.rows === undefined && 'min-h-40', error ? 'border-danger' : 'border-control')}
        {...rest}
      />
    </Frame>
  );
}

interface FrameProps {
  id: string;
  label: string;
  hideLabel: boolean | undefined;
  required?: boolean | undefined;
  error?: string | undefined;
  hint?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

function Frame({ id, label, hideLabel, required, error, hint, className, children }: FrameProps) {
  return (
    <div className={className}>
      <label htmlFor={id} data-required={required} className={hideLabel ? 'sr-only' : 'mb-1.5 block text-small font-semibold'}>
        {label}
      </label>
      {children}
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small text-danger">
          {error}
        </p>
      ) : hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-small text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
