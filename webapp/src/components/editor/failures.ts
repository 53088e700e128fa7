// The messages of a failed save.
import type { FieldError } from '@/lib/api-types';
import { ApiError } from '@/lib/api-client';
import type { showToast } from '@/stores/toasts';

/** Returns the server's field errors: those of the form's fields, of which 'shops' has the one of 'shops[0].url', and the others. */
export function fieldErrors(error: unknown, labels: Readonly<Record<string, string>>): { known: FieldError[]; other: FieldError[] } {
  const all = error instanceof ApiError ? error.fields.map((e) => ({ ...e, field: e.field.split('[')[0] ?? '' })) : [];
  const isKnown = ({ field }: FieldError) => Object.hasOwn(labels, field);
  return { known: all.filter(isKnown), other: all.filter((e) => !isKnown(e)) };
}

/** @param other the errors of fields that are not in the form. */
export function failureToast(
  error: unknown,
  noun: string,
  verb: 'create' | 'update',
  other: FieldError[] = [],
): Parameters<typeof showToast>[0] {
  const text = other.map((e) => e.message).join(', ') || (error instanceof ApiError ? error.detail : '');
  const gone = error instanceof ApiError && error.status === 404;
  const description = gone
    ? `This ${noun} was deleted in the meantime. Your changes are still in the form.`
    : `Failed to ${verb} ${noun}. ${text || 'Please try again.'} Your changes are still in the form.`;
  return { variant: 'destructive', title: 'Error', description };
}

/** Completes "Not saved: …" for a draft that could not be saved. */
export function whyNotSaved(error: unknown, noun: string): string {
  if (!(error instanceof ApiError)) return navigator.onLine ? 'the server can’t be reached' : 'you’re offline';
  if (error.status === 401) return 'you’re signed out';
  if (error.status === 404) return `this ${noun} was deleted`;
  if (error.status === 412) return 'someone else is saving this draft';
  if (error.status === 413) return 'the draft is too large';
  return error.status === 400 && error.detail ? error.detail.replace(/\.$/, '') : 'the server reported an error';
}
