// One field of a form, drawn as its row in the content type's table says.
import { X } from 'lucide-react';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import type { Choice, Field } from '@/components/content/content-type';
import type { EditorForm } from '@/components/content/form';
import { Button } from '@/components/ui/button';
import { DateField } from '@/components/ui/date-field';
import { TextArea, TextField } from '@/components/ui/field';
import { NumberField } from '@/components/ui/number-field';
import { SelectField } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { BulletsField } from './bullets-field';
import { HeadlineField } from './headline-field';
import { MarkdownField } from './markdown/markdown-field';
import { PictureField } from './picture-field';
import { PicturesField } from './pictures-field';
import { ScoresField } from './scores-field';
import { ShopsField } from './shops-field';

interface Props {
  form: EditorForm;
  name: string;
  field: Field;
  required: boolean;
  /** The options of a choice. */
  options: readonly Choice[];
}

export function FieldControl({ form, name, field, required, options }: Props) {
  const suggestions = useId();
  const {
    label,
    hint,
    half,
    kind: { control },
  } = field;
  const shared = { label, hint, className: half ? 'half' : undefined };
  switch (control.as) {
    case 'text':
      return (
        <>
          <TextField
            {...bound(form, name, required)}
            {...shared}
            {...control.input}
            {...(field.readOnly ? { readOnly: true } : {})}
            list={control.suggestions ? suggestions : undefined}
          />
          {control.suggestions ? (
            <datalist id={suggestions}>
              {control.suggestions.map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
          ) : null}
        </>
      );
    case 'number':
      return <NumberField {...bound(form, name, required)} {...shared} range={control.range} />;
    case 'area':
      return <TextArea {...bound(form, name, required)} {...shared} rows={control.rows} />;
    case 'headline':
      return <HeadlineField form={form} name={name} label={label} required={required} />;
    case 'markdown':
      return <MarkdownField form={form} name={name} label={label} hint={hint} required={required} long={control.long} />;
    case 'bullets':
      return <BulletsField form={form} name={name} label={label} required={required} />;
    case 'choice':
      // An uncontrolled select shows its value only once it has the option.
      return <SelectField key={options.length} {...bound(form, name, required)} {...shared} options={options} />;
    case 'scores':
      return <ScoresField form={form} name={name} under={control.under} total={control.total} criteria={options} />;
    case 'shops':
      return <ShopsField form={form} name={name} links={control.links} />;
    case 'picture':
      return <PictureField form={form} name={name} label={label} />;
    case 'pictures':
      return <PicturesField form={form} name={name} label={label} hint={hint} />;
    case 'switch':
      return <SwitchControl form={form} name={name} label={label} hint={hint} clears={control.clears} />;
    case 'moment':
      return <MomentControl form={form} name={name} label={label} hint={hint} turnsOff={control.turnsOff} />;
  }
}

/** Ties a control to the form: its error, and what the form needs of it. */
const bound = (form: EditorForm, name: string, required: boolean) => ({
  error: form.formState.errors[name]?.message,
  ...form.register(name),
  required,
});

interface ControlledProps {
  form: EditorForm;
  name: string;
  label: string;
  hint: string | undefined;
}

function SwitchControl({ form, name, label, hint = '', clears }: ControlledProps & { clears: string | undefined }) {
  const { field } = useController({ control: form.control, name });
  const change = (on: boolean) => {
    field.onChange(on);
    if (on && clears) form.setValue(clears, '', { shouldValidate: form.formState.isSubmitted, shouldDirty: true });
  };
  return <Switch label={label} hint={hint} checked={field.value === true} onChange={change} />;
}

function MomentControl({ form, name, label, hint, turnsOff }: ControlledProps & { turnsOff: string | undefined }) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController({ control: form.control, name });
  const set = (text: string) => {
    onChange(text);
    // Of something published, the changes go live at the time, and it stays on the site until then.
    if (text !== '' && turnsOff && form.formState.defaultValues?.[turnsOff] !== true) form.setValue(turnsOff, false, { shouldDirty: true });
  };
  return (
    <DateField
      ref={ref}
      name={name}
      type="datetime-local"
      label={label}
      {...(hint ? { hint } : {})}
      error={error?.message}
      value={String(value)}
      onChange={set}
      onBlur={onBlur}
      end={
        value === '' ? null : (
          <Button variant="quiet" shape="icon" aria-label={`Clear ${label}`} onClick={() => set('')}>
            <X aria-hidden strokeWidth={1.75} className="size-4" />
          </Button>
        )
      }
    />
  );
}
