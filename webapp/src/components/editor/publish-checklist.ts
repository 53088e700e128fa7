// What is looked at before something is published. Only what breaks the rules of the fields prevents it; the rest is said.
import type { Choices, ContentType, Values } from '@/components/content/content-type';
import { labelsOf, schemaOf } from '@/components/content/form';
import type { ContentItem } from '@/lib/content-calls';
import { wordsIn } from './markdown/text-counts';

export interface Check {
  name: string;
  /** The field to look at. */
  field: string;
  state: 'done' | 'missing';
  text: string;
}

type Checked = Pick<ContentType<ContentItem, object>, 'fields' | 'checks'>;

/** Returns what has to be put right first: missing fields, and values that the server would refuse. */
export function obstacles(type: Checked, values: Values, isNew: boolean): { field: string; message: string }[] {
  const result = schemaOf(type, isNew).safeParse(values);
  const order = Object.keys(labelsOf(type));
  return (result.error?.issues ?? [])
    .map(({ path, message }) => ({ field: String(path[0]), message }))
    .filter(({ field }, i, all) => all.findIndex((o) => o.field === field) === i)
    .sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
}

const grouped = new Intl.NumberFormat('en-US');

const text = (values: Values, field: string) => String(values[field] ?? '').trim();

/** @param isNew whether nobody has looked at what a new item begins with */
export function checklist({ fields, checks }: Checked, values: Values, isNew: boolean, choices: Choices): Check[] {
  const { score, pictures, verdict, category, words, links } = checks;
  const all: Check[] = [];
  const add = (name: string, field: string, done: boolean, said: string) => all.push({ name, field, state: done ? 'done' : 'missing', text: said });
  const initial = (field: string) => String(fields[field]?.kind.toForm(fields[field].initial) ?? '');

  if (score !== undefined) {
    const byHand = text(values, score) !== '' && text(values, score) !== initial(score);
    add('Score', score, byHand, byHand ? `${text(values, score)}/5` : 'Still what a new review starts with. Set the score yourself.');
  }
  if (pictures !== undefined) {
    const [main = ''] = pictures;
    const undescribed = imagesIn(text(values, words.field)).filter(({ alt }) => alt === '').length;
    const there = pictures.some((field) => text(values, field) !== '');
    if (!there) add('Picture', main, false, 'No picture.');
    else if (undescribed > 0) add('Picture', words.field, false, `${undescribed === 1 ? 'A picture in the text has' : `${undescribed} pictures in the text have`} no alt text.`);
    else add('Picture', main, true, 'With alt text.');
  }
  if (verdict !== undefined) add('Verdict', verdict, text(values, verdict) !== '', text(values, verdict) === '' ? 'No verdict.' : 'Written.');
  if (category !== undefined) {
    const value = text(values, category);
    const named = choices[category]?.find((c) => c.value === value)?.label ?? value;
    const preset = isNew && value !== '' && value === initial(category);
    add('Category', category, value !== '' && !preset, value === '' ? 'No category.' : preset ? `${named} is preset. Check that it fits.` : named);
  }
  const n = wordsIn(text(values, words.field));
  add('Length', words.field, n >= words.least, `${grouped.format(n)} ${n === 1 ? 'word' : 'words'}.${n >= words.least ? '' : ` Aim for ${grouped.format(words.least)} or more.`}`);
  const broken = links.flatMap((field) => linksIn(text(values, field), fields[field]?.kind.control.as === 'markdown').filter((link) => !isAlive(link)).map((link) => ({ field, link })));
  add('Links', broken[0]?.field ?? words.field, broken.length === 0, broken.length === 0 ? 'Well-formed.' : `Check ${broken.map(({ link }) => `“${link}”`).slice(0, 3).join(', ')}.`);
  return all;
}

/** Returns the pictures of a text. */
const imagesIn = (markdown: string) => [...markdown.matchAll(/!\[([^\]]*)\]\([^)]*\)/g)].map(([, alt = '']) => ({ alt: alt.trim() }));

/** Returns the targets of a text's links, or the address that a field is. */
function linksIn(value: string, isMarkdown: boolean): string[] {
  if (!isMarkdown) return value === '' ? [] : [value];
  const inline = [...value.matchAll(/\]\(\s*(<[^>]*>|[^)\s]*)/g)].map(([, target = '']) => target.replace(/^<|>$/g, ''));
  const bare = [...value.replace(/\]\([^)]*\)/g, ']').matchAll(/(?:https?:\/\/|www\.)[^\s<>)\]]*/gi)].map(([link]) => link.replace(/[.,;:!?'"*_]+$/, ''));
  return [...inline, ...bare];
}

/** Reports whether a link has the shape of one that leads somewhere. Nobody is asked. */
function isAlive(link: string): boolean {
  if (/^(#.+|\/(?!\/).*|mailto:[^@\s]+@[^@\s]+|tel:[+\d][\d\s-]*)$/i.test(link)) return true;
  try {
    const { protocol, hostname } = new URL(/^www\./i.test(link) ? `https://${link}` : link);
    return /^https?:$/.test(protocol) && /^([^.\s]+\.)+[^.\s]{2,}$/.test(hostname);
  } catch {
    return false;
  }
}
