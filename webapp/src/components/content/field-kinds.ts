// The kinds of fields that content types are made of.
import type { Control, Field, FieldKind, Value } from './content-type';
import { zoneName } from '@/lib/time-zone';
import { localTime } from './local-time';
import * as rules from './rules';
import { meaning } from './rules';
import { scoresRule, scoresToForm, scoresToServer } from './scores';
import { shopsRule, shopsToForm, shopsToServer } from './shops';

const asText = (stored: unknown): string => (typeof stored === 'string' || typeof stored === 'number' ? String(stored) : '');
const asList = (stored: unknown): string[] => (Array.isArray(stored) ? stored.map(String) : []);

/** A kind whose form value is text. */
function textual(
  control: Control,
  parts: { toForm?: (stored: unknown) => string; toServer: (text: string) => unknown; rule: (label: string) => rules.Rule },
): FieldKind {
  const { toForm = asText, toServer, rule } = parts;
  return { control, toForm, toServer: (typed: Value) => toServer(String(typed)), rule: (label) => (typed) => rule(label)(String(typed)) };
}

/** A control of several lines. */
export const area = (rows: number): Control => ({ as: 'area', rows });

/** The control of a title. */
export const headline: Control = { as: 'headline' };

/** The control of a text in Markdown: the main text, or a short one. */
export const markdown = (size: 'long' | 'short'): Control => ({ as: 'markdown', long: size === 'long' });

/** Text that is never null, such as a title. */
export const text = (most: number, control: Control = { as: 'text' }) =>
  textual(control, { toServer: meaning.text, rule: (label) => rules.text(label, most) });

/** Text that is null when it is empty, such as a verdict. */
export const optionalText = (most: number, control: Control = { as: 'text' }) =>
  textual(control, { toServer: meaning.optional, rule: (label) => rules.text(label, most) });

/** The last part of an address. The server makes that of a new item from its title, if none is sent. */
export const slug = textual({ as: 'text' }, { toServer: (typed) => meaning.text(typed) || undefined, rule: rules.slug });

/** The id of one of the field's options. */
export const choice = textual({ as: 'choice' }, { toServer: meaning.number, rule: rules.choice });

export const tags = textual({ as: 'text' }, { toForm: (stored) => asList(stored).join(', '), toServer: meaning.tags, rule: rules.tags });

export const rating = textual(
  { as: 'number', range: { min: 1, max: 5, step: 0.1 } },
  { toServer: meaning.rating, rule: () => rules.rating },
);

/** Scores by the criteria of the category that another field has, which suggest the value of a third. */
export const scores = (under: string, total: string) =>
  textual({ as: 'scores', under, total }, { toForm: scoresToForm, toServer: scoresToServer, rule: () => scoresRule });

/** Shops beside those that two other fields link to. */
export const shops = (...links: readonly [string, string]) =>
  textual({ as: 'shops', links }, { toForm: shopsToForm, toServer: shopsToServer, rule: () => shopsRule });

export const price = textual({ as: 'number', range: { min: 0, step: 1 } }, { toServer: meaning.price, rule: rules.price });

/** A list, one item a line. */
export const lines = textual(area(5), { toForm: (stored) => asList(stored).join('\n'), toServer: meaning.lines, rule: rules.lines });

/** A list whose lines are shown with bullets, and can be moved. */
export const bullets = textual(
  { as: 'bullets' },
  { toForm: (stored) => asList(stored).join('\n'), toServer: meaning.lines, rule: rules.lines },
);

/** A web address. */
export const link = textual(
  { as: 'text', input: { type: 'url', inputMode: 'url', placeholder: 'https://' } },
  { toServer: meaning.optional, rule: rules.address },
);

/** The address of a picture, which may be chosen from the library or uploaded to it. */
export const picture = textual({ as: 'picture' }, { toServer: meaning.optional, rule: rules.address });

/** The addresses of several pictures, in order. */
export const pictures = textual(
  { as: 'pictures' },
  { toForm: (stored) => rules.addressText(asList(stored)), toServer: meaning.addresses, rule: rules.pictures },
);

/** A switch. */
export const flag = (clears?: string): FieldKind => ({
  control: { as: 'switch', ...(clears === undefined ? {} : { clears }) },
  toForm: (stored) => stored === true,
  toServer: (typed) => typed,
  rule: () => () => undefined,
});

const moment = (turnsOff?: string) =>
  textual(
    { as: 'moment', ...(turnsOff === undefined ? {} : { turnsOff }) },
    { toForm: (stored) => localTime(asText(stored)), toServer: meaning.moment, rule: rules.moment },
  );

/**
 * Whether an item is on the site, and when that changes automatically. A time of publication is for drafts: entering one
 * turns Published off, and turning Published on clears it. Everything new is a draft.
 */
export const publishFields = ({ group, absent = false }: { group: string; absent?: boolean }) =>
  ({
    isPublished: { label: 'Published', group, kind: flag('publishAt'), hint: 'Visible to visitors', initial: false, absent },
    publishAt: {
      label: 'Publish at',
      group,
      kind: moment('isPublished'),
      // Only once it is shown: then the site's zone is known.
      get hint() {
        return `Goes live at this time. Time zone: ${zoneName()}.`;
      },
    },
    unpublishAt: { label: 'Unpublish at', group, kind: moment(), hint: 'Returns to draft at this time.' },
  }) satisfies Record<string, Field>;
