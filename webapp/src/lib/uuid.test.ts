import { expect, test } from 'vitest';
import { eventId, uuid } from './uuid';

test('an event’s id is a version 7 UUID that begins with its time, and each is another', () => {
  const at = Date.UTC(2026, 10, 28, 12);
  const ids = Array.from({ length: 100 }, () => eventId(at));
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at);
  }
  expect(new Set(ids).size).toBe(100);
});

test('other ids are random', () => {
  expect(uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(uuid().slice(0, 8)).not.toBe(uuid().slice(0, 8));
});
