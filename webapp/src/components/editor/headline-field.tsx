// A title, as large as it reads and as many lines as it takes. Line ends are no part of it.
import { useId, type KeyboardEvent } from 'react';
import { useController } from 'react-hook-form';
import type { EditorForm } from '@/components/content/form';

interface Props {
  form: EditorForm;
  name: string;
  label: string;
  required: boolean;
}

function noLineEnd(e: KeyboardEvent) {
  if (e.key === 'Enter') e.preventDefault();
}

/** Shared by the field and its text, so that both break their lines alike. */
const look =
  'col-start-1 row-start-1 block w-full min-w-0 rounded-none border-b px-0 py-1.5 font-serif text-h4 leading-[1.15] font-medium tracking-[-0.012em] whitespace-pre-wrap [overflow-wrap:anywhere] md:text-h3';

export function HeadlineField({ form, name, label, required }: Props) {
  const id = useId();
  const {
    field: { value, onChange, ...field },
    fieldState: { error },
  } = useController({ control: form.control, name });
  return (
    <div>
      <label htmlFor={id} data-required={required} className="block text-small font-semibold text-secondary">
        {label}
      </label>
      {/* Beneath the field lies its text, which is as high: not every browser has field-sizing. */}
      <div className="mt-1 grid">
        <div aria-hidden className={`${look} invisible border-transparent`}>{`${String(value)}\u200b`}</div>
        <textarea
          id={id}
          dir="auto"
          {...field}
          value={String(value)}
          onChange={(e) => onChange(e.target.value.replace(/[\r\n]+/g, ' '))}
          onKeyDown={noLineEnd}
          rows={1}
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={`${look} resize-none overflow-hidden bg-transparent text-primary ${error ? 'border-danger' : 'border-control'}`}
        />
      </div>
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small text-danger">
          {error.message}
        </p>
      ) : null}
    </div>
  );
}
