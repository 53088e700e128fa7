// How a slug is made from a text. The server does the same (events/characters/slug.go): both pass the cases in slug.cases.json.

/** Latin letters that Unicode doesn't decompose into a letter of the alphabet and a mark. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  ə: 'e',
};

const longest = 100;

/** The first characters of a slug, without one whose marks don't fit. */
function cut(slug: string): string {
  const all = Array.from(slug);
  let end = Math.min(all.length, longest);
  while (end < all.length && /\p{M}/u.test(all[end] ?? '')) end--;
  return all.slice(0, end).join('');
}

/** Returns the slug that a name suggests: its letters, Latin ones without accents, its digits, and a hyphen for what is between them. */
export const slugOf = (name: string): string =>
  cut(
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[ßæœøłđðþħıŋŧĸə]/g, (letter) => plainLetters[letter] ?? '')
      .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\u02b0-\u02ff]/gu, '')
      .replace(/(^|[^\p{Lm}\p{Lo}\p{Ll}\p{M}]|\p{Script=Latin})\p{M}+/gu, '$1')
      .replace(/[^\p{Ll}\p{Lm}\p{Lo}\p{Nd}\p{M}]+/gu, '-')
      .replace(/^-/, '')
      .normalize('NFC'),
  ).replace(/-$/, '');

/** Reports whether a text is a slug. */
export const isSlug = (text: string): boolean => text !== '' && slugOf(text) === text;
