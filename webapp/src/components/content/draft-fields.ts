// The form's values in drafts. A draft has the API's values, so that it can be published as it is; what breaks a field's rule
// stays as it was typed.
import type { DraftFields } from '@/lib/draft-calls';
import type { FieldKind, Value, Values } from './content-type';
import { storedOf, type RuledField, type RuledFields } from './form';

/** Fields as far as their values are drafted, too. */
export interface DraftedFields {
  fields: Readonly<Record<string, RuledField & { kind: Pick<FieldKind, 'toForm'> & { control: { as: string } } }>>;
}

/** Returns the named fields of a form as a draft has them. */
export function draftFields({ fields }: RuledFields, values: Values, names: readonly string[]): DraftFields {
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name];
      const typed = values[name] ?? '';
      if (!field) return [];
      const stored = storedOf(field, typed);
      return [[name, stored === undefined ? typed : stored]];
    }),
  );
}

/** Returns the form's values of a draft's fields. Fields that the form doesn't have are left out. */
export function formValues({ fields }: DraftedFields, stored: DraftFields): Values {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind }]): [string, Value][] => {
      if (!Object.hasOwn(stored, name)) return [];
      const value = stored[name];
      const asTyped = typeof value === 'string' && kind.control.as !== 'moment' && kind.control.as !== 'switch';
      const typed = asTyped ? value : kind.toForm(value);
      // What names no time was typed halfway, and its field says so.
      return [[name, typed === '' && kind.control.as === 'moment' && typeof value === 'string' ? value : typed]];
    }),
  );
}
