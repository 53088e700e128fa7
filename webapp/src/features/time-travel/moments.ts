// Moments, in milliseconds since 1970 and whole seconds: as the field has them, and in words.
import { formatUtcDate } from '@/lib/format';

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** As a field for date and time has it, in UTC: '2026-10-01T00:00', with seconds only if it has any. */
export const toField = (moment: number): string =>
  new Date(moment)
    .toISOString()
    .slice(0, 19)
    .replace(/(T..:..):00$/, '$1');

/** The moment that a field holds; null while its date and time are incomplete. */
export function fromField(text: string): number | null {
  const moment = Date.parse(`${text}Z`);
  return Number.isNaN(moment) ? null : moment;
}

/** 'November 3, 2026', in UTC. */
export const dayName = (moment: number): string => formatUtcDate(new Date(moment).toISOString());

/** 'November 3, 2026, 14:05 UTC', or with seconds. */
export const momentName = (moment: number, seconds = false): string =>
  `${dayName(moment)}, ${new Date(moment).toISOString().slice(11, seconds ? 19 : 16)} UTC`;
