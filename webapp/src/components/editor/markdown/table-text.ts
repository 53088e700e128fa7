// A table's source: its cells, and the same table with its columns aligned.

type Alignment = 'left' | 'right' | 'center' | null;

/** Splits a row at the pipes that aren't escaped. */
export function cellsOf(row: string): string[] {
  const inner = row.trim().replace(/^\|/, '').replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

function alignmentOf(cell: string): Alignment {
  if (!cell.endsWith(':')) return cell.startsWith(':') ? 'left' : null;
  return cell.startsWith(':') ? 'center' : 'right';
}

const width = (text: string) => Array.from(text).length;

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

/** Returns the table with columns of one width, and as many cells in each row as its head has. */
export function tidied(source: string): string {
  const [head = '', delimiters = '', ...rows] = source.split('\n');
  const alignments = cellsOf(delimiters).map(alignmentOf);
  const columns = alignments.length;
  const cells = [head, ...rows].map((row) => {
    const all = cellsOf(row);
    return Array.from({ length: columns }, (_, i) => all[i] ?? '');
  });
  const widths = alignments.map((_, i) => Math.max(3, ...cells.map((row) => width(row[i] ?? ''))));
  const line = (parts: string[]) => `| ${parts.join(' | ')} |`;
  const [first = '', ...others] = cells.map((row) => line(row.map((cell, i) => padded(cell, widths[i] ?? 0, alignments[i] ?? null))));
  return [first, line(widths.map((to, i) => delimiter(to, alignments[i] ?? null))), ...others].join('\n');
}
