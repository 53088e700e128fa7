// How a slug is made from a text. The server does the same (commands/editorial/slug_text.go): both pass the cases in slug.cases.json.

/** Latin letters that Unicode doesn't decompose into a letter of the alphabet and a mark. */
const plainLetters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't', ĸ: 'k', ə: 'e' };

const longest = 100;

/** Returns the slug that a name suggests: its letters without accents, its digits, and a hyphen for what is between them. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøłđðþħıŋŧĸə]/g, (letter) => plainLetters[letter] ?? '')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, longest)
    .replace(/-$/, '');
