// Times as a date and time field holds them: in the site's zone, '2026-11-21T09:30'.
import { fromZone, inZone } from '@/lib/time-zone';

/** Returns the time as the field's text, with seconds only if it has any; '' for none. */
export function localTime(iso: string | null | undefined): string {
  const date = new Date(iso ?? '');
  if (Number.isNaN(date.getTime())) return '';
  return inZone(date)
    .toISOString()
    .slice(0, 19)
    .replace(/(T..:..):00$/, '$1');
}

/** Returns the time that the text names, RFC 3339; null if it names none. */
export function momentOf(text: string): string | null {
  const wall = new Date(`${text.trim()}Z`);
  return text.trim() === '' || Number.isNaN(wall.getTime()) ? null : fromZone(wall).toISOString();
}
