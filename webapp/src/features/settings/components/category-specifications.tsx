// The specifications whose better value is marked where a category's reviews are compared.
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { TextField } from '@/components/ui/field';
import { SelectField } from '@/components/ui/select';
import type { CategoryFields } from '../category-fields';
import { FieldRows } from './field-rows';

const most = 30;

const directions = [
  { value: 'lower', label: 'Less is better' },
  { value: 'higher', label: 'More is better' },
];

export function CategorySpecifications({ form }: { form: UseFormReturn<CategoryFields, unknown, CategoryFields> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'specifications', keyName: 'key' });
  const errors = form.formState.errors.specifications;
  const rows = fields.map((field, i) => ({
    key: field.key,
    fields: (
      <>
        <TextField
          label={`Specification ${i + 1}`}
          placeholder="Weight"
          error={errors?.[i]?.name?.message}
          {...form.register(`specifications.${i}.name`)}
        />
        <SelectField
          label="Which is better?"
          aria-label={`Which is better? (specification ${i + 1})`}
          options={directions}
          error={errors?.[i]?.better?.message}
          {...form.register(`specifications.${i}.better`)}
        />
      </>
    ),
    onRemove: () => remove(i),
  }));
  return (
    <FieldRows
      legend="Compared specifications"
      hint="Where reviews are compared, the better value is marked of these alone, and only if all values are numbers of the same unit."
      noun="specification"
      rows={rows}
      error={errors?.message ?? errors?.root?.message}
      full={fields.length >= most}
      onAdd={() => append({ name: '', better: 'lower' })}
    />
  );
}
