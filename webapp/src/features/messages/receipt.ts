// The receipt of an erasure as text, to archive or to send to the person.
import type { ErasureReceipt } from '@/lib/api-types';

const forgotten = (r: ErasureReceipt) => (r.forgottenBy.length > 0 ? r.forgottenBy.join(', ') : 'not yet known (updates follow the log)');

const heldUntilScavenge =
  'Candor no longer shows this data. Programs that read the log directly can see it until the next “candor scavenge”. Earlier backups still contain it.';

/** Rows of name and value, for people. */
export function receiptRows(r: ErasureReceipt): [name: string, value: string][] {
  return [
    ['Receipt', r.id],
    ['Erased', r.erasedAt],
    ['Found by', r.by === 'email' ? 'email address' : 'IP address'],
    ['Messages', String(r.messages)],
    ['Newsletter subscriptions', String(r.subscribers)],
    ['Visitors', String(r.visitors)],
    ['Deleted streams', r.streams.join(', ')],
    ['Removed from', forgotten(r)],
    ['Space', r.reclaimed ? 'reclaimed' : heldUntilScavenge],
  ];
}

/** The same as plain text. */
export const receiptText = (r: ErasureReceipt): string =>
  ['Receipt of an erasure of personal data', '', ...receiptRows(r).map(([name, value]) => `${name}: ${value}`), ''].join('\n');
