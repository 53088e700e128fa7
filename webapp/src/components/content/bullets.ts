// Pros and cons as people type and paste them: a point a line. The field draws a bullet before each (spec section 2); no bullet is ever
// part of a point.

/** Bullets that begin a line. A dash or star before a number or another mark is none ('-20 °C', '**bold**'). */
const marked = /^\s*(?:[•·◦▪●‣]|[-–*](?=\s|\p{L}|$))\s*/u;

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
  return /[\r\n\u2028\u2029]/.test(text) || marked.test(text) ? bareLines(text).join('\n') : text;
}

/** Returns the text with one of its lines at another place. */
export function withLineMoved(text: string, from: number, to: number): string {
  const lines = text.split('\n');
  lines.splice(to, 0, ...lines.splice(from, 1));
  return lines.join('\n');
}
