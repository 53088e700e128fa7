// The fields of a content type, in groups.
import type { ReactNode } from 'react';
import type { Choices, ContentType } from '@/components/content/content-type';
import { isRequired, type EditorForm } from '@/components/content/form';
import type { ContentItem } from '@/lib/content-calls';
import { FieldControl } from './field-control';

interface Props {
  form: EditorForm;
  type: Pick<ContentType<ContentItem, object>, 'fields' | 'groups'>;
  choices: Choices;
  isNew: boolean;
}

export function ContentForm({ form, type, choices, isNew }: Props) {
  return type.groups.map(({ title, hint }) => (
    <Group key={title} title={title} hint={hint}>
      {Object.entries(type.fields)
        .filter(([, field]) => field.group === title)
        .map(([name, field]) => (
          <FieldControl key={name} form={form} name={name} field={field} required={isRequired(field, isNew)} options={choices[name] ?? []} />
        ))}
    </Group>
  ));
}

function Group({ title, hint, children }: { title: string; hint: string | undefined; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 border-t border-rule-strong pt-4 first-of-type:border-t-0 first-of-type:pt-0">
      <legend className="float-left w-full font-serif text-h5 font-medium">{title}</legend>
      {hint ? <p className="clear-both pt-1 text-small text-muted">{hint}</p> : null}
      <div className="clear-both grid gap-x-5 gap-y-5 pt-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
