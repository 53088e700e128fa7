// Bullets before the lines of pros and cons: added while they are typed, and removed before they are sent (spec section 2).

const bullet = '• ';

/** A line that begins with a mark of its own; a dash or star before a number or another mark is none ('-20 °C', '**bold**'). */
const marked = /^\s*(?:[•·]|[-–*](?=\s|\p{L}))\s*/u;

/** The text with a bullet before each line that isn't empty. */
export function bulleted(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const bare = unmarked(line);
      return bare === '' ? '' : bullet + bare;
    })
    .join('\n');
}

/** The line without its bullets. */
function unmarked(line: string): string {
  let bare = line.trim();
  while (marked.test(bare)) bare = bare.replace(marked, '');
  return bare;
}

/** The lines that aren't empty, without bullets. */
export function bareLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map(unmarked)
    .filter((line) => line !== '');
}

/** Adds missing bullets while somebody types; the caret and the browser's undo stay as they were. */
export function addBullets(area: HTMLTextAreaElement): void {
  const caret = area.selectionStart;
  let shift = 0;
  let caretShift: number | null = null;
  let at = 0;
  for (const line of area.value.split('\n')) {
    if (line.trim() !== '' && !line.trimStart().startsWith('•')) {
      const given = /^\s*[-–*·]\s+/u.exec(line)?.[0].length ?? 0;
      insert(area, at + shift, given);
      shift += bullet.length - given;
      caretShift = at <= caret ? shift : (caretShift ?? 0);
    }
    at += line.length + 1;
  }
  if (caretShift !== null) area.setSelectionRange(Math.max(0, caret + caretShift), Math.max(0, caret + caretShift));
}

function insert(area: HTMLTextAreaElement, at: number, replaced: number): void {
  area.setSelectionRange(at, at + replaced);
  // The only way that keeps the browser's undo; where it is missing, the text is set.
  const command = (document as { execCommand?: (name: string, ui: boolean, text: string) => boolean }).execCommand;
  if (!command?.call(document, 'insertText', false, bullet)) area.setRangeText(bullet, at, at + replaced, 'end');
}
