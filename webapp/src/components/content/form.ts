// The form of a content type's items: its values, and the body that it sends.
import type { UseFormReturn } from 'react-hook-form';
import type { ContentItem } from '@/lib/content-calls';
import { textGroup, type ContentType, type Field, type FieldKind, type Value, type Values } from './content-type';
import { meaning } from './rules';

export type EditorForm = UseFormReturn<Values, unknown, object>;

type Fields = Pick<ContentType<ContentItem, object>, 'fields'>;

/** A field as far as its values are checked, sent and compared. */
export interface RuledField {
  label: string;
  kind: Pick<FieldKind, 'rule' | 'toServer'>;
  required?: Field['required'];
}

export interface RuledFields {
  fields: Readonly<Record<string, RuledField>>;
}

/** The fields' labels, in the table's order. */
export const labelsOf = ({ fields }: RuledFields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]));

export const isRequired = ({ required = false }: Pick<Field, 'required'>, isNew: boolean): boolean =>
  required === 'once created' ? !isNew : required;

/** Returns the names of a group's fields, in their order. */
export const fieldsIn = ({ fields }: Fields, group: string): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.group === group);

/** Returns the names of all fields in the order of the editor: the text first, then the side panel. */
export const inFormOrder = (type: Pick<ContentType<ContentItem, object>, 'fields' | 'groups'>): string[] => [
  ...fieldsIn(type, textGroup),
  ...type.groups.flatMap(({ title }) => fieldsIn(type, title)),
];

/** Returns the form of an item, or of a new one. */
export function valuesOf({ fields }: Fields, item: ContentItem | null): Values {
  const stored = (item ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(fields).map(([name, { kind, initial, absent = initial }]): [string, Value] => [
      name,
      kind.toForm(stored[name] ?? (item ? absent : initial)),
    ]),
  );
}

/** Returns the body that a form sends. */
export function bodyOf({ fields }: RuledFields, values: Values): object {
  return Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, kind.toServer(values[name] ?? '')]));
}

/** Returns the item as it would be if the form, valid or not, were saved now. Its text isn't rendered: the form may have another. */
export function previewOf<Item extends ContentItem>(
  type: Pick<ContentType<Item, never>, 'fields' | 'noun' | 'complete'>,
  values: Values,
  item: Item | null,
): Item {
  const now = new Date().toISOString();
  const body = bodyOf(type, values) as { title?: string };
  const preview = {
    ...(item ?? { id: 0, createdAt: now, publishedAt: null, revision: 0 }),
    ...body,
    title: body.title || `Untitled ${type.noun}`,
    updatedAt: now,
    contentHtml: undefined,
  } as unknown as Item;
  return type.complete?.(preview) ?? preview;
}

/** Returns a field's value as a draft has it: the API's, or as it was typed if it breaks the field's rule. */
export const storedOf = ({ label, kind }: RuledField, typed: Value): unknown =>
  kind.rule(label)(typed) === undefined ? kind.toServer(typed) : typed;

/** Reports whether two values of a field mean the same to the server. What breaks the field's rule only means itself. */
export function sameMeaning({ fields }: RuledFields, field: string, a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const known = fields[field];
  const stored = (value: Value) => (known ? storedOf(known, value) : typeof value === 'string' ? meaning.text(value) : value);
  return JSON.stringify(stored(a)) === JSON.stringify(stored(b));
}

/** Returns the fields that differ in meaning. */
export const changedFields = (type: RuledFields, before: Values, after: Values): string[] =>
  Object.keys(after).filter((field) => !sameMeaning(type, field, before[field], after[field]));
