// The links of an author's profile: each a label and an address.
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { TextField } from '@/components/ui/field';
import type { AuthorFields } from '../author-fields';
import { FieldRows } from './field-rows';

const most = 10;

export function AuthorLinks({ form }: { form: UseFormReturn<AuthorFields, unknown, AuthorFields> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'links' });
  const errors = form.formState.errors.links;
  const rows = fields.map((field, i) => ({
    key: field.id,
    fields: (
      <>
        <TextField label={`Label of link ${i + 1}`} error={errors?.[i]?.label?.message} {...form.register(`links.${i}.label`)} />
        <TextField
          label={`URL of link ${i + 1}`}
          type="url"
          placeholder="https://"
          error={errors?.[i]?.url?.message}
          {...form.register(`links.${i}.url`)}
        />
      </>
    ),
    onRemove: () => remove(i),
  }));
  return (
    <FieldRows
      legend="Links"
      noun="link"
      rows={rows}
      error={errors?.message ?? errors?.root?.message}
      full={fields.length >= most}
      onAdd={() => append({ label: '', url: '' })}
    />
  );
}
