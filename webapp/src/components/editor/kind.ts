// What an editor must know of the things it edits: reviews and articles differ in nothing else.
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { ContentCalls, ContentItem } from '@/lib/content-calls';

/** What one field of a form holds: text as it was typed, or a switch. */
export type Value = string | boolean;

/** A form as it stands, by field. Fields are called as the API calls them. */
export type Values = Record<string, Value>;

/** The form's own two fields of a correction: the mark, and the note that is sent where the mark is set. */
export const markField = 'isCorrection';
export const noteField = 'correction';

/** The fields that the item itself has. */
export const itemFields = (values: Values): [string, Value][] => Object.entries(values).filter(([field]) => field !== markField && field !== noteField);

export type EditorForm = UseFormReturn<Values, unknown, object>;

export interface EditorKind<Item extends ContentItem, Body extends object> {
  /** 'review' or 'article': in sentences, and in the drafts' keys. */
  noun: string;
  words: { add: string; edit: string; create: string; update: string; created: string; updated: string };
  /** What people call the fields, in the form's order. */
  labels: Readonly<Record<string, string>>;
  /** Fields whose change can be marked as a correction. */
  correctable: readonly string[];
  calls: ContentCalls<Item, Body>;
  /** Refuses what the server would refuse, before it is asked; what passes becomes the body. */
  schema: z.ZodType<Body, Values>;
  /** The form of an item, or of a new one. */
  valuesOf: (item: Item | null) => Values;
  /** What a field's text means to the server. Two texts that mean the same are no change. */
  meaningOf: (field: string, value: Value) => unknown;
  /** The item as it would be if the form were saved now, valid or not. */
  previewOf: (values: Values, item: Item | null) => Item;
}

/** Which fields differ in meaning. */
export function changedFields(kind: Pick<EditorKind<ContentItem, object>, 'meaningOf'>, before: Values, after: Values): string[] {
  return Object.keys(after).filter((field) => !sameMeaning(kind, field, before[field], after[field]));
}

export function sameMeaning(kind: Pick<EditorKind<ContentItem, object>, 'meaningOf'>, field: string, a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return JSON.stringify(kind.meaningOf(field, a)) === JSON.stringify(kind.meaningOf(field, b));
}
