// Times as a date and time field holds them: in the zone of this device, '2026-11-21T09:30'.

/** Returns the time as the field's text, with seconds only if it has any; '' for none. */
export function localTime(iso: string | null | undefined): string {
  const date = new Date(iso ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const two = (n: number) => String(n).padStart(2, '0');
  const seconds = date.getSeconds();
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}${seconds ? `:${two(seconds)}` : ''}`;
}

/** Returns the time that the text names, RFC 3339; null if it names none. */
export function momentOf(text: string): string | null {
  const date = new Date(text.trim());
  return text.trim() === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Returns the name of this device's zone, 'Europe/Zurich'. */
export const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'device time';
