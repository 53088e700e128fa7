import { describe, expect, it } from 'vitest';
import { localTime, momentOf } from './local-time';

describe('moments in a date and time field', () => {
  it('are what they were when nobody touches them', () => {
    for (const iso of ['2027-01-31T09:30:00.000Z', '2027-07-31T23:59:07.000Z']) expect(momentOf(localTime(iso))).toBe(iso);
  });
  it('have seconds only where they matter', () => {
    expect(localTime('2027-01-31T09:30:00Z')).toMatch(/^2027-0\d-\d\dT\d\d:\d\d$/);
    expect(localTime('2027-01-31T09:30:07Z')).toMatch(/:07$/);
  });
  it('are none where there is none', () => {
    for (const none of [null, undefined, '', 'soon']) expect(localTime(none)).toBe('');
    expect(momentOf(' ')).toBeNull();
    expect(momentOf('2027-13-01T00:00')).toBeNull();
  });
});
