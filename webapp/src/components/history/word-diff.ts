// The difference between two texts: first line by line, and then word by word in the lines that changed.

/** A piece of text that both have, that only the old one has, or that only the new one has. */
export interface Piece {
  kind: 'same' | 'old' | 'new';
  text: string;
}

/** The largest table of comparisons, in cells: 2,000 words against 2,000. What is larger counts as rewritten. */
const mostCells = 4_000_000;
/** The same for pages that the server renders, whose engine is slower: 400 words against 400. */
export const publicCells = 160_000;

const lines = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
// Spelt out, since the server's engine knows no \p{L}: a word holds whatever is neither space nor punctuation.
const words = (text: string) => text.match(/\s+|[!-/:-@[-`{-~¡-¿‐-⁯]|[^\s!-/:-@[-`{-~¡-¿‐-⁯]+/g) ?? [];

/** The pieces, in order: the same and the old ones are the old text, the same and the new ones the new text. */
export function diffWords(before: string, after: string, most = mostCells): Piece[] {
  const pieces: Piece[] = [];
  const changed = { old: '', new: '' };
  const flush = () => {
    if (changed.old || changed.new) for (const piece of aligned(words(changed.old), words(changed.new), most)) push(pieces, piece);
    changed.old = changed.new = '';
  };
  for (const { kind, text } of aligned(lines(before), lines(after), most)) {
    if (kind === 'same') {
      flush();
      push(pieces, { kind, text });
    } else {
      changed[kind] += text;
    }
  }
  flush();
  return pieces;
}

/** Adds a piece; neighbours of one kind are one. */
function push(pieces: Piece[], { kind, text }: Piece) {
  const last = pieces.at(-1);
  if (text === '') return;
  if (last?.kind === kind) last.text += text;
  else pieces.push({ kind, text });
}

/** The longest common subsequence of two lists, and what lies between its members, old before new. */
function aligned(a: string[], b: string[], most: number): Piece[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const pieces: Piece[] = [];
  push(pieces, { kind: 'same', text: a.slice(0, start).join('') });
  middle(a.slice(start, a.length - end), b.slice(start, b.length - end), most, pieces);
  push(pieces, { kind: 'same', text: a.slice(a.length - end).join('') });
  return pieces;
}

function middle(a: string[], b: string[], most: number, pieces: Piece[]) {
  if (a.length === 0 || b.length === 0 || a.length * b.length > most) {
    push(pieces, { kind: 'old', text: a.join('') });
    push(pieces, { kind: 'new', text: b.join('') });
    return;
  }
  const width = b.length + 1;
  // lengths[i * width + j]: how much a from i on and b from j on have in common.
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [old = '', fresh = ''] = [a[i], b[j]];
    if (i < a.length && j < b.length && old === fresh) {
      push(pieces, { kind: 'same', text: old });
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      push(pieces, { kind: 'old', text: old });
      i++;
    } else {
      push(pieces, { kind: 'new', text: fresh });
      j++;
    }
  }
}

/** How long the end of a text that was cut may be to be left out of what differs, in characters. */
const cutEnd = 200;

/** The pieces of two texts, of which lists show the beginnings alone, without the differences at their ends that come from where they were cut. */
export function withoutCutEnds(pieces: Piece[]): Piece[] {
  const whole = pieces.at(-1)?.kind === 'same' && pieces.at(-1)?.text === '…' ? pieces.slice(0, -1) : pieces; // both end with the mark
  const last = whole.findLastIndex((piece) => piece.kind === 'same');
  const end = whole.slice(last + 1);
  const isCut = end.some(({ text }) => (whole === pieces ? /[^\n]…$/ : /[^\n]$/).test(text));
  return isCut && last >= 0 && end.every(({ text }) => text.length < cutEnd) ? [...pieces.slice(0, last + 1), { kind: 'same', text: '[…]' }] : pieces;
}

/** How much of what is the same stands around a change, in characters. */
const context = 160;

/** The pieces with long unchanged passages shortened to what stands next to a change. */
export function shortened(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, i) => {
    if (piece.kind !== 'same' || piece.text.length < 3 * context) return piece;
    const first = i === 0 ? '' : piece.text.slice(0, context).replace(/\S*$/, '');
    const last = i === pieces.length - 1 ? '' : piece.text.slice(-context).replace(/^\S*/, '');
    return { ...piece, text: `${first}[…]${last}` };
  });
}

/** The pieces up to so many characters. None that is old or new takes more than half of them, so that the other is seen beside it. */
export function limited(pieces: readonly Piece[], most: number): Piece[] {
  const shown: Piece[] = [];
  let left = most;
  for (const { kind, text } of pieces) {
    if (left <= 0) {
      shown.push({ kind: 'same', text: ' […]' });
      break;
    }
    const room = kind === 'same' ? left : Math.min(left, most / 2);
    shown.push({ kind, text: text.length > room ? `${text.slice(0, room).replace(/\S*$/, '')}[…]` : text });
    left -= Math.min(text.length, room);
  }
  return shown;
}
