// Pros and cons as people type and paste them: a point a line. The field draws a bullet before each (spec section 2); no bullet is ever
// part of a point.

/**
 * Bullets that begin a line, ticks and Word's letters for bullets of its own font among them. A dash, plus or star before a number or
 * another mark is none ('-20 °C', '**bold**').
 */
const marked = /^\s*(?:[•·◦▪●‣○■□▸►➢➤⁃∙・✓✔✗✘\uf0b7\uf0a7]\ufe0f?|[-–—*+−](?=\s|\p{L}|$)|[o§Øüv](?=\t))\s*/u;

/** The number of a line of a list. */
const numbered = /^\s*\(?(\d{1,3})[.)]\s+/;

/** The line without its bullets. */
function unmarked(line: string): string {
  let bare = line.trim();
  while (marked.test(bare)) bare = bare.replace(marked, '');
  return bare;
}

/** The lines that aren't empty, without bullets. */
export function bareLines(text: string): string[] {
  return text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map(unmarked)
    .filter((line) => line !== '');
}

/** Returns what a pasted text adds to a list: its points, or a part of a line as it is. */
export function pastedPoints(text: string): string {
  if (!/[\r\n\u2028\u2029]/.test(text) && !marked.test(text)) return text;
  const lines = bareLines(text);
  const numbers = lines.map((line) => Number(numbered.exec(line)?.[1]));
  const isNumbered = lines.length > 1 && numbers.every((n, i) => n === (numbers[0] ?? 0) + i);
  return (isNumbered ? lines.map((line) => line.replace(numbered, '')) : lines).join('\n');
}

/** Returns the text with one of its lines at another place. */
export function withLineMoved(text: string, from: number, to: number): string {
  const lines = text.split('\n');
  lines.splice(to, 0, ...lines.splice(from, 1));
  return lines.join('\n');
}
