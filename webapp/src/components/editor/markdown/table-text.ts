// A table's source: its cells, and the same table with its columns aligned.

type Alignment = 'left' | 'right' | 'center' | null;

/** Splits a row at the pipes that aren't escaped: those without a backslash that isn't escaped itself. */
export function cellsOf(row: string): string[] {
  const cells: string[] = [];
  let cell = '';
  for (const [part = ''] of row
    .trim()
    .replace(/^\|/, '')
    .matchAll(/\\[^]|[^\\|]+|[^]/g)) {
    if (part !== '|') {
      cell += part;
      continue;
    }
    cells.push(cell.trim());
    cell = '';
  }
  // What follows the last pipe is a cell only where something is there.
  return cell.trim() === '' && cells.length > 0 ? cells : [...cells, cell.trim()];
}

function alignmentOf(cell: string): Alignment {
  if (!cell.endsWith(':')) return cell.startsWith(':') ? 'left' : null;
  return cell.startsWith(':') ? 'center' : 'right';
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Characters that take two places in a line of the editor: those of Chinese, Japanese and Korean, and pictures. */
const wide =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|.\ufe0f)/u;

/** Returns how many places a text takes in a line. */
function width(text: string): number {
  let places = 0;
  for (const { segment } of letters.segment(text)) places += wide.test(segment) ? 2 : 1;
  return places;
}

function padded(text: string, to: number, alignment: Alignment): string {
  const missing = Math.max(0, to - width(text));
  const before = alignment === 'right' ? missing : alignment === 'center' ? Math.floor(missing / 2) : 0;
  return ' '.repeat(before) + text + ' '.repeat(missing - before);
}

function delimiter(to: number, alignment: Alignment): string {
  const start = alignment === 'left' || alignment === 'center' ? ':' : '-';
  const end = alignment === 'right' || alignment === 'center' ? ':' : '-';
  return start + '-'.repeat(to - 2) + end;
}

/** Returns the table with columns of one width, and as many cells in each row as its longest has, so that none is lost. */
export function tidied(source: string): string {
  const [head = '', delimiters = '', ...rows] = source.split('\n');
  const given = cellsOf(delimiters).map(alignmentOf);
  const typed = [head, ...rows].map(cellsOf);
  const columns = Math.max(given.length, ...typed.map((row) => row.length));
  const alignments = Array.from({ length: columns }, (_, i) => given[i] ?? null);
  const widths = alignments.map((_, i) => Math.max(3, ...typed.map((row) => width(row[i] ?? ''))));
  const line = (parts: string[]) => `| ${parts.join(' | ')} |`;
  const [first = '', ...others] = typed.map((row) =>
    line(alignments.map((alignment, i) => padded(row[i] ?? '', widths[i] ?? 0, alignment))),
  );
  return [first, line(widths.map((to, i) => delimiter(to, alignments[i] ?? null))), ...others].join('\n');
}
