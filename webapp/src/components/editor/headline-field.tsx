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
      <textarea
        id={id}
        {...field}
        value={String(value)}
        onChange={(e) => onChange(e.target.value.replace(/[\r\n]+/g, ' '))}
        onKeyDown={noLineEnd}
        rows={1}
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={`mt-1 block field-sizing-content w-full resize-none border-b bg-transparent py-1.5 font-serif text-h4 leading-[1.15] font-medium tracking-[-0.012em] text-primary md:text-h3 ${error ? 'border-danger' : 'border-control'}`}
      />
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small text-danger">
          {error.message}
        </p>
      ) : null}
    </div>
  );
}
