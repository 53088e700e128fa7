// The fields of one group, as the content type's table lists them.
import type { Choices, ContentType } from '@/components/content/content-type';
import { fieldsIn, isRequired, type EditorForm } from '@/components/content/form';
import type { ContentItem } from '@/lib/content-calls';
import { FieldControl } from './field-control';

export interface FieldsProps {
  form: EditorForm;
  type: Pick<ContentType<ContentItem, object>, 'fields' | 'groups'>;
  choices: Choices;
  isNew: boolean;
}

export function ContentFields({ form, type, choices, isNew, group }: FieldsProps & { group: string }) {
  return fieldsIn(type, group).map((name) => {
    const field = type.fields[name];
    return field ? (
      <FieldControl key={name} form={form} name={name} field={field} required={isRequired(field, isNew)} options={choices[name] ?? []} />
    ) : null;
  });
}
