// Moments as a date and time field holds them: in the zone of whoever types, '2026-11-21T09:30'.

/** The moment as the field's text, with seconds only where it has some; '' for none. */
export function localTime(iso: string | null | undefined): string {
  const date = new Date(iso ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const two = (n: number) => String(n).padStart(2, '0');
  const seconds = date.getSeconds();
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}${seconds ? `:${two(seconds)}` : ''}`;
}

/** The moment that the text names, RFC 3339; null for none, and for what is no moment. */
export function momentOf(text: string): string | null {
  const date = new Date(text.trim());
  return text.trim() === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** The zone's name, 'Europe/Zurich'. */
export const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'device time';
