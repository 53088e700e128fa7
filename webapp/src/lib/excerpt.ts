// Excerpts: the beginnings of texts on cards and in descriptions. The server cuts the same (httpapi/pages/excerpt.go); both
// pass the cases in excerpt.cases.json.

/** The most characters of an excerpt on a featured card, and on any other (spec section 2). */
export const featuredExcerpt = 200;
export const cardExcerpt = 120;

/**
 * The text on one line: all of it, or at most `length` characters with '…' at their end. It is cut at the end of a word unless that
 * would leave less than half, and never within what readers see as one character.
 */
export function excerpt(text: string, length: number): string {
  const line = beginning(text, length);
  if (line.length <= length) return line.join('');
  let cut = length - 1;
  if (line[cut] !== ' ') {
    const word = line.lastIndexOf(' ', cut - 1);
    cut = 2 * word >= cut ? word : characterStart(line, cut);
  }
  return `${line
    .slice(0, cut)
    .join('')
    .replace(/[ .,;:\-–—]+$/, '')}…`;
}

/** As much of a text as its excerpts of at most `length` characters are made from: they are the same as the whole text's. */
export const excerptSource = (text: string, length: number): string =>
  beginning(text, length + 1)
    .slice(0, length + 2)
    .join('');

/**
 * The characters that the text, put on one line, begins with: all of it, or more than `count`. No more of a long text is looked at than
 * that takes: on the server, which renders pages, looking at all of it was half of the work.
 */
function beginning(text: string, count: number): string[] {
  for (let units = 4 * count; ; units *= 4) {
    const characters = Array.from(text.slice(0, units).replace(/\s+/g, ' ').trim());
    // The last one may be half of a character.
    if (units >= text.length || characters.length > count + 1) return characters;
  }
}

const joiner = '\u200d';
const attached = /^(?:\p{M}|\p{Emoji_Modifier}|\u200d|[\u{e0020}-\u{e007f}])$/u;
const flagHalf = /^\p{Regional_Indicator}$/u;

/** Where the character that readers see around `at` begins; `at` where it has no beginning. */
function characterStart(line: readonly string[], at: number): number {
  let start = at;
  while (start > 0 && continues(line, start)) start--;
  return start > 0 ? start : at;
}

/** Reports whether a character is part of the one before it: an accent, a skin tone, a joined emoji, the second half of a flag. */
function continues(line: readonly string[], at: number): boolean {
  const c = line[at] ?? '';
  if (attached.test(c) || line[at - 1] === joiner) return true;
  if (!flagHalf.test(c)) return false;
  let halves = 0;
  while (halves < at && flagHalf.test(line[at - 1 - halves] ?? '')) halves++;
  return halves % 2 === 1;
}
