// The fields of an editor's form that are more than a text field, and how every field is tied to the form.
import type { ReactNode } from 'react';
import { useController, type UseFormRegisterReturn } from 'react-hook-form';
import { TextArea } from '@/components/ui/field';
import { Switch } from '@/components/ui/switch';
import { addBullets, bulleted } from './bullets';
import type { EditorForm } from './kind';

interface Bound extends Omit<UseFormRegisterReturn, 'required'> {
  label: string;
  required: boolean;
  error: string | undefined;
}

/** Ties fields to the form by their names: label, error, whether it must be filled in, and what the form needs of the control. */
export function binder<Name extends string>(form: EditorForm, labels: Readonly<Record<Name, string>>, required: readonly Name[]) {
  const { errors } = form.formState;
  return (name: Name): Bound => ({ label: labels[name], required: required.includes(name), error: errors[name]?.message, ...form.register(name) });
}

/** A group of fields under one name. */
export function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 border-t border-rule-strong pt-4 first-of-type:border-t-0 first-of-type:pt-0">
      <legend className="float-left w-full font-serif text-h5 font-medium">{title}</legend>
      {hint ? <p className="clear-both pt-1 text-small text-muted">{hint}</p> : null}
      <div className="clear-both grid gap-x-5 gap-y-5 pt-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

/** A text area whose lines get their bullets by themselves. */
export function BulletArea({ form, field, hint }: { form: EditorForm; field: Bound; hint?: string }) {
  const set = (area: HTMLTextAreaElement) => form.setValue(field.name, area.value, { shouldValidate: form.formState.isSubmitted, shouldDirty: true });
  return (
    <TextArea
      {...field}
      {...(hint ? { hint } : {})}
      rows={5}
      onChange={(e) => {
        const { nativeEvent } = e as { nativeEvent: Event & Partial<InputEvent> };
        // Whoever takes a bullet off, or undoes, isn't contradicted before the field is left.
        if (!nativeEvent.isComposing && !/^(delete|history)/.test(nativeEvent.inputType ?? '')) addBullets(e.target);
        void field.onChange(e);
      }}
      onBlur={(e) => {
        const tidy = bulleted(e.target.value);
        if (tidy !== e.target.value) {
          e.target.value = tidy;
          set(e.target);
        }
        void field.onBlur(e);
      }}
    />
  );
}

export function SwitchField({ form, name, label, hint }: { form: EditorForm; name: string; label: string; hint: string }) {
  const { field } = useController({ control: form.control, name });
  return <Switch label={label} hint={hint} checked={field.value === true} onChange={field.onChange} />;
}
