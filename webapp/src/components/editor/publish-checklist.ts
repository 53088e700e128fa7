// What is looked at before something is published. Only what breaks the rules of the fields prevents it; the rest is said.
import type { Choices, ContentType, Values } from '@/components/content/content-type';
import { labelsOf } from '@/components/content/form';
import { schemaOf } from '@/components/content/schema';
import { meanOf } from '@/components/content/scores';
import { addressesOf, meaning } from '@/components/content/rules';
import type { Known } from '@/components/media/use-stored-pictures';
import type { ContentItem } from '@/lib/content-calls';
import { formatRating, formatScore } from '@/lib/format';
import { formatCount } from '@/lib/intl';
import { scoresDiffer } from '@/lib/weighted-score';
import { picturesIn } from './markdown/picture-text';
import { wordsIn } from './markdown/text-counts';
import type { LinkState } from './use-site-links';

export interface Check {
  name: string;
  /** The field to look at. */
  field: string;
  /** The field's label, where several checks of a name may differ in their field. */
  where?: string;
  /** The place in the field's text to look at. */
  at?: number | undefined;
  state: 'done' | 'missing';
  text: string;
  /** Nothing is wrong with it, but nobody has looked at it: to confirm it is enough. */
  confirm?: boolean;
}

type Checked = Pick<ContentType<ContentItem, object>, 'fields' | 'checks'>;

/** Returns what has to be put right first: missing fields, and values that the server would refuse. */
export function obstacles(type: Checked, values: Values, isNew: boolean): { field: string; message: string }[] {
  const result = schemaOf(type, isNew).safeParse(values);
  const order = Object.keys(labelsOf(type));
  return [...(result.error?.issues ?? []).map(({ path, message }) => ({ field: String(path[0]), message })), ...unexplained(type, values)]
    .filter(({ field }, i, all) => all.findIndex((o) => o.field === field) === i)
    .sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
}

/** Returns that a score is not what its parts add up to, if nothing says why. */
export function unexplained({ checks: { score, parts } }: Checked, values: Values): { field: string; message: string }[] {
  if (score === undefined || parts === undefined || text(values, parts.reason) !== '') return [];
  const weighted = meanOf(String(values[parts.of] ?? ''));
  const own = meaning.rating(text(values, score));
  if (weighted === null || !scoresDiffer(weighted, own)) return [];
  return [{ field: parts.reason, message: `Say why your score is ${formatScore(own)} and not the weighted ${formatScore(weighted)}` }];
}

const text = (values: Values, field: string) => String(values[field] ?? '').trim();

/** A picture of a form. */
interface FormPicture {
  field: string;
  address: string;
  /** Its alt text in Markdown; undefined in a field that has only its address. */
  alt?: string;
  /** Where its alt text is in the Markdown. */
  at?: number;
}

/** Returns the pictures of a form's fields and of its texts. */
export function picturesOf({ fields, checks }: Checked, values: Values): FormPicture[] {
  const ofFields = (checks.pictures ?? []).flatMap((field) =>
    addressesOf(text(values, field)).map((address): FormPicture => ({ field, address })),
  );
  const texts = Object.keys(fields).filter((field) => fields[field]?.kind.control.as === 'markdown');
  // The editor's places count a line end as one character.
  const ofTexts = texts.flatMap((field) =>
    picturesIn(String(values[field] ?? '').replace(/\r\n?/g, '\n')).map((picture): FormPicture => ({ field, ...picture })),
  );
  return [...ofFields, ...ofTexts];
}

/** Reports whether readers would get a picture without alt text. One of another site has none but in Markdown, and can't be given one. */
function lacksAlt({ alt }: FormPicture, known: Known | undefined): boolean {
  if (alt) return false;
  if (known?.state === 'stored' || known?.state === 'replaced') return known.picture.alt === '';
  return alt === '' && known?.state === 'elsewhere';
}

interface Context {
  /** Whether nobody has looked at what a new item begins with. */
  isNew: boolean;
  choices: Choices;
  /** What is known of the addresses of picturesOf. */
  library: ReadonlyMap<string, Known>;
  /** What is known of those of linksOf that lead to this site. */
  siteLinks?: ReadonlyMap<string, LinkState>;
}

export function checklist(
  { fields, checks }: Checked,
  values: Values,
  { isNew, choices, library, siteLinks = new Map() }: Context,
): Check[] {
  const { score, pictures, verdict, category, words } = checks;
  const all: Check[] = [];
  const add = (name: string, field: string, done: boolean, said: string) =>
    all.push({ name, field, state: done ? 'done' : 'missing', text: said });
  const initial = (field: string) => String(fields[field]?.kind.toForm(fields[field].initial) ?? '');

  if (score !== undefined) {
    const byHand = text(values, score) !== '' && text(values, score) !== initial(score);
    add('Score', score, byHand, byHand ? formatRating(meaning.rating(text(values, score))) : 'Not set yet.');
  }
  const shown = picturesOf({ fields, checks }, values);
  if (pictures !== undefined) {
    const [main = ''] = pictures;
    const there = pictures.some((field) => text(values, field) !== '');
    add('Picture', main, there, there ? 'Chosen.' : 'No picture.');
  }
  const problems = (name: string, is: (picture: FormPicture) => boolean, one: string, several: string) => {
    const found = shown.filter(is);
    for (const field of new Set(found.map((picture) => picture.field))) {
      const there = found.filter((picture) => picture.field === field);
      const where = fields[field]?.label ?? field;
      all.push({
        name,
        field,
        where,
        state: 'missing',
        text: `${where}: ${there.length} ${there.length === 1 ? one : several}`,
        at: there[0]?.at,
      });
    }
    return found.length;
  };
  problems(
    'Removed',
    ({ address }) => library.get(address)?.state === 'removed',
    'image was removed from the library.',
    'images were removed from the library.',
  );
  const undescribed = problems(
    'Alt text',
    (picture) => lacksAlt(picture, library.get(picture.address)),
    'image has no alt text.',
    'images have no alt text.',
  );
  const [first] = shown;
  if (first && undescribed === 0) add('Alt text', first.field, true, 'No image lacks it.');
  if (verdict !== undefined)
    add('Verdict', verdict, text(values, verdict) !== '', text(values, verdict) === '' ? 'No verdict.' : 'Written.');
  if (category !== undefined) {
    const value = text(values, category);
    const named = choices[category]?.find((c) => c.value === value)?.label ?? value;
    const preset = isNew && value !== '' && value === initial(category);
    if (preset) all.push({ name: 'Category', field: category, state: 'missing', text: `Default category: ${named}.`, confirm: true });
    else add('Category', category, value !== '', value === '' ? 'No category.' : named);
  }
  const n = wordsIn(text(values, words.field));
  add(
    'Length',
    words.field,
    n >= words.least,
    `${formatCount(n)} ${n === 1 ? 'word' : 'words'}.${n >= words.least ? '' : ` Aim for ${formatCount(words.least)} or more.`}`,
  );
  const found = linksOf({ fields, checks }, values);
  const broken = found.filter(({ link }) => !isWellFormed(link) || siteLinks.get(link) === 'missing');
  const states = found.map(({ link }) => siteLinks.get(link));
  const said = states.includes('loading')
    ? 'Checking...'
    : states.includes('unknown')
      ? 'Some could not be checked.'
      : found.length === 0
        ? 'None.'
        : 'All valid.';
  const named = [...new Set(broken.map(({ link }) => `“${link}”`))];
  const more = named.length > mostNamed ? ` and ${named.length - mostNamed} more` : '';
  add(
    'Links',
    broken[0]?.field ?? words.field,
    broken.length === 0,
    broken.length === 0 ? said : `Check ${named.slice(0, mostNamed).join(', ')}${more}.`,
  );
  return all;
}

/** How many links that don't lead anywhere are named. */
const mostNamed = 10;

/** Returns the links of a form's fields and of its texts. */
export function linksOf({ fields, checks }: Checked, values: Values): { field: string; link: string }[] {
  return checks.links.flatMap((field) =>
    linksIn(text(values, field), fields[field]?.kind.control.as === 'markdown').map((link) => ({ field, link })),
  );
}

/** Returns the targets of a text's links, or the address that a field is. */
function linksIn(value: string, isMarkdown: boolean): string[] {
  if (!isMarkdown) return value === '' ? [] : [value];
  const inline = [...value.matchAll(/\]\(\s*(<[^>]{0,2048}>|[^)\s]*)/g)].map(([, target = '']) => target.replace(/^<|>$/g, ''));
  const bare = [...value.replace(/\]\([^()]*\)/g, ']').matchAll(/(?:https?:\/\/|www\.)[^\s<>)\]]*/gi)].map(([link]) => withoutMarks(link));
  return [...inline, ...bare];
}

/** Returns an address without the punctuation that ends the sentence it stands in. */
function withoutMarks(link: string): string {
  let end = link.length;
  while (end > 0 && `.,;:!?'"*_`.includes(link.charAt(end - 1))) end--;
  return link.slice(0, end);
}

/** A host, or an e-mail address, without a scheme: readers get a link with https or mailto. */
const bareHost = /^([\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,24}\.?|\d{1,3}(\.\d{1,3}){3})(?=[:/?#]|$)/iu;
const bareMail = /^[^\s@/:?#]+@[\p{L}\p{N}.-]+\.\p{L}{2,24}(\?\S*)?$/u;

/** Reports whether a link has the shape of one that leads somewhere. */
function isWellFormed(link: string): boolean {
  if (/^(#.+|\/(?!\/).*|mailto:[^@\s]+@[^@\s]+|tel:[+\d][\d\s-]*)$/i.test(link) || bareMail.test(link)) return true;
  const whole = bareHost.test(link) ? `https://${link}` : link;
  try {
    return /^https?:\/\//i.test(whole) && /^([^.\s]+\.)+([^.\s]{2,}\.?|\d)$/.test(new URL(whole).hostname);
  } catch {
    return false;
  }
}
