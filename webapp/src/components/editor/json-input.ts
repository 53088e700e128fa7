// Reads JSON as it was typed, and explains what is wrong with it.

export type JsonInput = { ok: true; fields: Record<string, unknown> } | { ok: false; message: string; where: string };

/** Reads one JSON object. The message for invalid JSON is the specification's (section 8). */
export function readJson(text: string): JsonInput {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return { ok: false, message: 'Invalid JSON format. Please check your input.', where: position(text, error) };
  }
  if (Array.isArray(parsed))
    return { ok: false, message: 'This is a list. Enter one item at a time, as an object in braces { }.', where: '' };
  if (typeof parsed !== 'object' || parsed === null) return { ok: false, message: 'Enter an object in braces { }.', where: '' };
  return { ok: true, fields: parsed as Record<string, unknown> };
}

/** Returns where the browser stopped reading, if its message says so. Each browser has its own wording. */
function position(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const line = /line (\d+) column (\d+)/.exec(message);
  if (line) return `Line ${line[1]}, column ${line[2]}.`;
  const at = /position (\d+)/.exec(message)?.[1];
  if (at === undefined) return '';
  const before = text.slice(0, Number(at)).split('\n');
  return `Line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}.`;
}

/** Returns the text of a field; '' if it has none or another type. */
export const textIn = (fields: Record<string, unknown>, field: string): string => {
  const value = fields[field];
  return typeof value === 'string' ? value.trim() : '';
};

/** Returns the value of a field, of any type, because the server refuses wrong ones; the fallback if it is empty. */
export function given(fields: Record<string, unknown>, field: string, fallback: unknown): unknown {
  const value = fields[field];
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '') ? fallback : value;
}

/** Returns the fields that are known and have a value. */
export function known(fields: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => names.includes(name) && value !== undefined && value !== null),
  );
}

/** Returns a body with those of a type's fields that have a value, always unpublished. */
export const plainBody = (fields: Record<string, unknown>, names: readonly string[]) => ({
  ...known(fields, names),
  title: textIn(fields, 'title'),
  content: textIn(fields, 'content'),
  isPublished: false,
});

/** Returns the server's messages for a missing title or content. */
export function missingText(fields: Record<string, unknown>): string[] {
  return [
    ['title', 'Title is required'],
    ['content', 'Content is required'],
  ].flatMap(([field, message]) => (textIn(fields, field ?? '') === '' ? [message ?? ''] : []));
}
