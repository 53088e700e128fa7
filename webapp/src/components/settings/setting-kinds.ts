// The kinds of the settings' fields: how each is drawn, checked and sent. The rules are the server's (commands/settings/settings_input.go).
import type { FieldKind, Value } from '@/components/content/content-type';
import { meaning, text as textRule, type Rule } from '@/components/content/rules';
import { isEmail } from '@/lib/email';
import { counted } from '@/lib/intl';
import { pictureIn } from '@/lib/media';
import { linksIn, linksRule, linksText, linksToForm, linksToServer, type Destinations } from './links';

/** One of a few values, with what it means. */
export interface Option {
  value: string;
  label: string;
  hint: string;
}

type SettingControl =
  | { as: 'line'; type?: 'email' }
  | { as: 'area'; rows: number }
  | { as: 'language' }
  | { as: 'timeZone' }
  | { as: 'currency' }
  | { as: 'colour' }
  | { as: 'picture' }
  | { as: 'links'; most: number; to: Destinations }
  | { as: 'days'; least: number }
  | { as: 'options'; options: readonly Option[] }
  | { as: 'switch' };

export interface SettingKind extends Omit<FieldKind, 'control'> {
  control: SettingControl;
  /** Returns a form's value as people read it. */
  shown: (typed: Value) => string;
}

export interface Setting {
  label: string;
  hint?: string;
  required?: boolean;
  kind: SettingKind;
}

interface Parts {
  toForm?: (stored: unknown) => string;
  toServer?: (text: string) => unknown;
  shown?: (text: string) => string;
  rule?: (label: string) => Rule;
}

const fine: Rule = () => undefined;
const asTyped = (text: string): string => text;

/** A kind whose form value is text. */
function textual(control: SettingControl, parts: Parts): SettingKind {
  const { toForm = asText, toServer = meaning.text, shown = asTyped, rule = () => fine } = parts;
  return {
    control,
    toForm,
    toServer: (typed) => toServer(String(typed)),
    shown: (typed) => shown(String(typed)),
    rule: (label) => (typed) => rule(label)(String(typed)),
  };
}

const asText = (stored: unknown): string => (typeof stored === 'string' || typeof stored === 'number' ? String(stored) : '');

export const line = (most: number) => textual({ as: 'line' }, { rule: (label) => textRule(label, most) });

export const area = (most: number, rows: number) => textual({ as: 'area', rows }, { rule: (label) => textRule(label, most) });

export const email = textual(
  { as: 'line', type: 'email' },
  { rule: () => (typed) => (typed.trim() === '' || isEmail(typed.trim()) ? undefined : 'Email must be a valid email address') },
);

/** A tag of BCP 47. The server knows which languages there are. */
export const language = textual(
  { as: 'language' },
  { rule: () => (typed) => (isLanguage(typed.trim()) ? undefined : 'Language must be a language tag such as en-US or fr') },
);

const isLanguage = (tag: string): boolean => accepts(() => Intl.getCanonicalLocales(tag));

export const timeZone = textual(
  { as: 'timeZone' },
  { rule: () => (typed) => (isTimeZone(typed.trim()) ? undefined : 'Time zone must be a name such as Europe/Paris') },
);

export const isTimeZone = (name: string): boolean =>
  /^[a-z]/i.test(name) && accepts(() => new Intl.DateTimeFormat('en', { timeZone: name }));

export const currency = textual(
  { as: 'currency' },
  {
    toServer: (typed) => typed.trim().toUpperCase(),
    rule: () => (typed) => (/^[a-z]{3}$/i.test(typed.trim()) ? undefined : 'Currency must be a code such as EUR'),
  },
);

/** A colour, or none. */
export const colour = textual(
  { as: 'colour' },
  {
    toServer: (typed) => typed.trim().toLowerCase(),
    rule: () => (typed) => (/^(#[0-9a-f]{6})?$/i.test(typed.trim()) ? undefined : 'Accent must be a colour such as #1d6b4f'),
  },
);

/** A picture of the library, or none. */
export const picture = textual(
  { as: 'picture' },
  { rule: (label) => (typed) => (typed.trim() === '' || pictureIn(typed) ? undefined : `${label} must be a picture of the library`) },
);

export const links = (most: number, to: Destinations) =>
  textual(
    { as: 'links', most, to },
    { toForm: linksToForm, toServer: linksToServer, shown: (typed) => linksText(linksIn(typed)), rule: linksRule(most, to) },
  );

/** What stands in place of a number of days. */
export const forever = 'forever';

/** The most days, as the server has it. */
const mostDays = 36_500;

const daysOf = (typed: string): number | typeof forever => (typed.trim() === forever ? forever : Number(typed));

/** A number of days, or for ever. */
export const days = (least: number) =>
  textual(
    { as: 'days', least },
    {
      toServer: daysOf,
      shown: (typed) => (daysOf(typed) === forever ? 'Forever' : counted(Number(typed), 'day')),
      rule: (label) => (typed) => {
        const n = daysOf(typed);
        if (n === forever) return undefined;
        if (!/^\d+$/.test(typed.trim())) return `${label} must be a whole number of days`;
        if (n < least) return `${label} must be kept for at least ${counted(least, 'day')}`;
        return n > mostDays ? `${label} must be kept for at most ${counted(mostDays, 'day')}` : undefined;
      },
    },
  );

export const options = (...of: readonly Option[]) =>
  textual({ as: 'options', options: of }, { shown: (typed) => of.find(({ value }) => value === typed)?.label ?? typed });

export const flag: SettingKind = {
  control: { as: 'switch' },
  toForm: (stored) => stored === true,
  toServer: (typed) => typed,
  shown: (typed) => (typed === true ? 'On' : 'Off'),
  rule: () => () => undefined,
};

/** Reports whether a function returns rather than throws. */
function accepts(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
