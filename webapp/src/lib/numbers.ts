// Numbers as people type them.
import { siteFormat } from './site-format';

/**
 * Returns the number that a text names, undefined if it can't be read. Comma and point are both understood: '1,299.50', '1299,5' and
 * '1.299,50' are numbers. Where only the language can tell, as in '1,299', the site's decides. Digits may be those of any script, as in
 * '١٢٫٥'. An empty text is 0.
 */
export function numberOf(text: string): number | undefined {
  const typed = plainDigits(text)
    .trim()
    .replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/gu, '');
  if (typed === '') return 0;
  if (!/^[+-]?(?:\d[\d.,]*|[.,]\d+)$/.test(typed)) return undefined;
  const decimal = decimalIn(typed);
  const at = decimal === '' ? -1 : typed.lastIndexOf(decimal);
  const whole = at < 0 ? typed : typed.slice(0, at);
  const fraction = at < 0 ? '' : typed.slice(at + 1);
  if (!/^[+-]?(?:\d*|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+)$/.test(whole) || !/^\d*$/.test(fraction)) return undefined;
  return Number(`${whole.replace(/[.,]/g, '')}.${fraction}0`);
}

/** Writes digits of other scripts, and the separators that belong to them, as ASCII has them. */
function plainDigits(text: string): string {
  const ascii = text.normalize('NFKC').replaceAll('٫', '.').replaceAll('٬', "'").replaceAll('−', '-');
  // The digits of a script are ten in a row, and its 0 follows what is no digit.
  return ascii.replace(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0) ?? 0;
    const first = zero;
    while (first - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String(first - zero);
  });
}

/** Returns which of comma and point separates the decimals of a number; '' if neither does. */
function decimalIn(typed: string): string {
  const [comma, point] = [typed.lastIndexOf(','), typed.lastIndexOf('.')];
  if (comma < 0 && point < 0) return '';
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.';
  const mark = comma >= 0 ? ',' : '.';
  if (typed.indexOf(mark) !== typed.lastIndexOf(mark)) return ''; // several of one kind can only be between thousands
  return /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(typed) && mark === siteFormat().format.number.group ? '' : mark;
}
