// Scores by the criteria of the item's category, each with a sentence, and the total that they suggest. A total that was typed stays.
import { useRef } from 'react';
import { useController, useWatch } from 'react-hook-form';
import type { Choice } from '@/components/content/content-type';
import type { EditorForm } from '@/components/content/form';
import { meanOf, scoresIn, type TypedScore } from '@/components/content/scores';
import { Button } from '@/components/ui/button';
import { TextArea } from '@/components/ui/field';
import { NumberField } from '@/components/ui/number-field';
import { formatScore } from '@/lib/format';
import { numberOf } from '@/lib/numbers';

/** The total of a new item. */
const unrated = 1;

interface Props {
  form: EditorForm;
  name: string;
  /** The field with the category, and the one with the total. */
  under: string;
  total: string;
  /** The criteria of all categories. */
  criteria: readonly Choice[];
}

export function ScoresField({ form, name, under, total, criteria }: Props) {
  const { field, fieldState } = useController({ control: form.control, name });
  const category = String(useWatch({ control: form.control, name: under }));
  const sum = String(useWatch({ control: form.control, name: total }));
  const value = String(field.value);
  const rows = rowsOf(
    scoresIn(value),
    criteria.filter((one) => one.under === category),
  );
  const mean = meanOf(value);
  const last = useRef(mean); // what was suggested last: a total that is something else was typed
  const change = (row: TypedScore, to: Partial<TypedScore>) => {
    const next = JSON.stringify(
      rows
        .map((one) => (one.criterionId === row.criterionId ? { ...one, ...to } : one))
        .filter(({ score, text }) => score !== '' || text !== ''),
    );
    const suggested = meanOf(next);
    const untouched =
      last.current === null ? numberOf(sum) === unrated && !form.getFieldState(total).isDirty : numberOf(sum) === last.current;
    field.onChange(next);
    if (suggested === null) return;
    last.current = suggested;
    if (untouched) form.setValue(total, String(suggested), { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  if (rows.length === 0)
    return <p className="text-caption text-muted">This category has no criteria. Add some in the settings to score a review in parts.</p>;
  return (
    <div className="grid gap-4">
      {rows.map((row) => (
        <div key={row.criterionId} className="grid gap-2">
          <NumberField
            label={`${row.name} (${row.weight} %)`}
            range={{ min: 1, max: 5, step: 0.1 }}
            value={row.score}
            onChange={(e) => change(row, { score: e.target.value })}
          />
          {row.score === '' && row.text === '' ? null : (
            <TextArea
              label="Why this score (optional)"
              aria-label={`Why this score (optional): ${row.name}`}
              rows={2}
              value={row.text}
              onChange={(e) => change(row, { text: e.target.value })}
            />
          )}
        </div>
      ))}
      {fieldState.error ? (
        <p role="alert" className="text-small text-danger">
          {fieldState.error.message}
        </p>
      ) : null}
      {mean !== null && mean !== numberOf(sum) ? (
        <p className="flex flex-wrap items-center gap-x-3 text-small text-secondary">
          These scores suggest {formatScore(mean)}.
          <Button
            variant="plain"
            size="small"
            onClick={() => form.setValue(total, String(mean), { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
          >
            Use {formatScore(mean)} as rating
          </Button>
        </p>
      ) : null}
    </div>
  );
}

/** Returns a row for each criterion that can be scored, and one for each that has a score. */
function rowsOf(scores: readonly TypedScore[], criteria: readonly Choice[]): TypedScore[] {
  const known = criteria.flatMap(({ value, label, weight = 0, retired }): TypedScore[] => {
    const given = scores.find(({ criterionId }) => criterionId === value);
    return given ? [given] : retired ? [] : [{ criterionId: value, name: label, weight, score: '', text: '' }];
  });
  return [...known, ...scores.filter(({ criterionId }) => !criteria.some(({ value }) => value === criterionId))];
}
