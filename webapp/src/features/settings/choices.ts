// What can be chosen for a language, a time zone and a currency.
import type { ComboOption } from '@/components/ui/combo-field';
import { isTimeZone } from '@/components/settings/setting-kinds';

/** Common ones: any other tag can be typed. */
const languages =
  'en-US en-GB en-AU en-CA ar bg ca cs da de de-AT de-CH el es es-MX et eu fa fi fr fr-CA fr-CH gl he hi hr hu id is it ja ko lt lv ms nb ' +
  'nl nl-BE pl pt-BR pt-PT ro ru sk sl sr sv th tr uk vi zh-CN zh-TW';

const choices: { languages?: ComboOption[]; zones?: ComboOption[]; currencies?: ComboOption[] } = {};

export function languageChoices(): readonly ComboOption[] {
  const name = named('language');
  return (choices.languages ??= languages.split(' ').map((value) => ({ value, label: name(value) })));
}

/** Every zone of the browser, and UTC, which not every browser lists. */
export const zoneChoices = (): readonly ComboOption[] =>
  (choices.zones ??= ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((value) => ({ value })));

export function currencyChoices(): readonly ComboOption[] {
  const name = named('currency');
  return (choices.currencies ??= Intl.supportedValuesOf('currency').map((value) => ({ value, label: name(value) })));
}

function named(type: 'language' | 'currency'): (code: string) => string {
  const names = new Intl.DisplayNames('en', { type });
  return (code) => names.of(code) ?? code;
}

/** Returns the time in a zone now, '14:03, Sunday'; null for an unknown zone. */
export function timeIn(timeZone: string, now = new Date()): string | null {
  if (!isTimeZone(timeZone)) return null;
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', weekday: 'long' }).format(now);
}
