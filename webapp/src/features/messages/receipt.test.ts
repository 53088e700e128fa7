import { expect, test } from 'vitest';
import { receiptText } from './receipt';

const receipt = {
  id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  by: 'email' as const,
  erasedAt: '2026-11-21T12:00:00Z',
  messages: 2,
  subscribers: 1,
  visitors: 0,
  streams: ['message-1', 'message-3', 'subscriber-2'],
  forgottenBy: ['inbox', 'history'],
  reclaimed: false,
};

test('says what was removed, who forgot it, and what is left to do', () => {
  const text = receiptText(receipt);
  expect(text).toContain('Receipt: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff\n');
  expect(text).toContain('Messages: 2\nNewsletter subscriptions: 1\nVisitors: 0\nDeleted streams: message-1, message-3, subscriber-2\n');
  expect(text).toContain('Removed from: inbox, history\n');
  expect(text).toContain(
    'Candor no longer shows this data. Programs that read the log directly can see it until the next “candor scavenge”. Earlier backups still contain it.',
  );
});

test('does not claim what it does not know', () => {
  expect(receiptText({ ...receipt, forgottenBy: [], reclaimed: true })).toContain(
    'Removed from: not yet known (updates follow the log)\nSpace: reclaimed\n',
  );
});
