// How the texts and lists of an item read on its page.

/** Minutes that so many words take to read at 220 a minute, at least 1. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / 220));
}

/**
 * A list field (pros, cons, specifications, features): an array, text holding a JSON array, or newline text.
 * Leading bullets are stripped and blank lines dropped; text that starts like a JSON array and is none is an empty list.
 */
export function listField(value: unknown): string[] {
  const lines = Array.isArray(value) ? value : typeof value === 'string' ? splitText(value) : [];
  return lines
    .filter((line): line is string => typeof line === 'string')
    .map((line) => line.trim().replace(/^(?:[•·◦▪●‣]|[-–*](?![\d*–-]))\s*/, ''))
    .filter((line) => line !== '');
}

function splitText(text: string): unknown[] {
  if (!text.trimStart().startsWith('[')) return text.split('\n');
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

/** A specification line as name and value, split at its first colon; the name is '' when there is none. */
export function specification(line: string): { name: string; value: string } {
  const colon = line.indexOf(': ');
  return colon > 0 ? { name: line.slice(0, colon), value: line.slice(colon + 2).trim() } : { name: '', value: line };
}
