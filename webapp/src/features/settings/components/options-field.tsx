// A setting that is one of a few values, each with what it means.
import { useController } from 'react-hook-form';
import type { EditorForm } from '@/components/content/form';
import type { Option } from '@/components/settings/setting-kinds';

interface Props {
  form: EditorForm;
  name: string;
  label: string;
  hint: string | undefined;
  options: readonly Option[];
}

const card =
  'flex items-start gap-3 rounded-sm border border-rule-strong p-3 has-checked:border-accent ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring';

export function OptionsField({ form, name, label, hint, options }: Props) {
  const {
    field,
    fieldState: { error },
  } = useController({ control: form.control, name });
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-semibold">{label}</legend>
      <div className="grid gap-2">
        {options.map((option, i) => (
          <label key={option.value} className={card}>
            <input
              ref={i === 0 ? field.ref : undefined}
              type="radio"
              name={name}
              checked={field.value === option.value}
              onChange={() => field.onChange(option.value)}
              className="mt-1 size-4 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0 text-small">
              <span className="block font-semibold">{option.label}</span>
              <span className="block text-secondary">{option.hint}</span>
            </span>
          </label>
        ))}
      </div>
      {error ? (
        <p role="alert" className="mt-1.5 text-small text-danger">
          {error.message}
        </p>
      ) : hint ? (
        <p className="mt-1.5 text-small text-muted">{hint}</p>
      ) : null}
    </fieldset>
  );
}
