// The criteria that a category's reviews are scored by: names, weights with their shares, and the retired ones.
import { useFieldArray, useWatch, type UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import { NumberField } from '@/components/ui/number-field';
import { numberOf } from '@/lib/numbers';
import type { CategoryFields } from '../category-fields';
import { FieldRows } from './field-rows';

const most = 12;

export function CategoryCriteria({ form }: { form: UseFormReturn<CategoryFields, unknown, CategoryFields> }) {
  const { fields, append, remove, update } = useFieldArray({ control: form.control, name: 'criteria', keyName: 'key' });
  const typed = useWatch({ control: form.control, name: 'criteria' });
  const errors = form.formState.errors.criteria;
  const sum = typed.reduce((weights, { weight, retired }) => weights + (retired ? 0 : (numberOf(weight) ?? 0)), 0);
  const numbered = fields.map((field, i) => ({ field, i }));
  const retired = numbered.filter(({ field }) => field.retired);
  const rows = numbered
    .filter(({ field }) => !field.retired)
    .map(({ field, i }, n) => ({
      key: field.key,
      fields: (
        <>
          <TextField
            label={`Criterion ${n + 1}`}
            error={errors?.[i]?.name?.message ?? errors?.[i]?.id?.message}
            {...form.register(`criteria.${i}.name`)}
          />
          <NumberField
            label={`Weight of criterion ${n + 1}`}
            range={{ min: 0, step: 1 }}
            hint={share(typed[i]?.weight, sum)}
            error={errors?.[i]?.weight?.message}
            {...form.register(`criteria.${i}.weight`)}
          />
        </>
      ),
      onRemove: () => remove(i),
    }));
  return (
    <FieldRows
      legend="Criteria"
      hint="What its reviews can be scored by. Weights are scaled to 100 %. One that reviews use is retired when you remove it: they keep their scores."
      noun="criterion"
      rows={rows}
      error={errors?.message ?? errors?.root?.message}
      full={fields.length >= most}
      onAdd={() => append({ id: '', name: '', weight: '10', retired: false })}
    >
      {retired.length > 0 ? (
        <ul aria-label="Retired criteria" className="mt-4 border-t border-rule">
          {retired.map(({ field, i }) => (
            <li key={field.key} className="flex items-center gap-3 border-b border-rule py-1 text-small">
              <span className="min-w-0 grow [overflow-wrap:anywhere] text-secondary">{field.name} (retired)</span>
              <Button
                variant="quiet"
                size="small"
                aria-label={`Bring ${field.name} back`}
                onClick={() => update(i, { id: field.id, name: field.name, weight: field.weight, retired: false })}
              >
                Bring back
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </FieldRows>
  );
}

/** Returns a weight's share of their sum: '25 % of the score'. */
const share = (weight: string | undefined, sum: number): string | undefined => {
  const n = numberOf(weight ?? '') ?? 0;
  return n > 0 && sum > 0 ? `${Math.round((n / sum) * 1000) / 10} % of the score` : undefined;
};
