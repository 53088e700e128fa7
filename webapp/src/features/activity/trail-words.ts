// The words for the audit trail's names.
import type { Actor, HistoryEntry } from '@/lib/api-types';
import { actorName, sentence } from '@/lib/item-history';

const names: Record<string, string> = {
  AdminLoggedIn: 'Signed in',
  AdminLoggedOut: 'Signed out',
  AdminLoginFailed: 'Sign-in failed',
  AdminPasswordSet: 'Password set',
  NewsletterSubscribed: 'Newsletter subscribed',
  NewsletterUnsubscribed: 'Newsletter unsubscribed',
  key: 'API key',
  admin: 'Sign-ins and password',
};

/** Returns 'Review published' for 'ReviewPublished', 'Image urls' for 'imageUrls'; names of a newer server work as well. */
export function wordsOf(name: string): string {
  const known = names[name];
  if (known) return known;
  const text = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bapi\b/, 'API');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns 'Review created, published' for the types of an entry's events: what they are about is named once. */
export function eventsOf({ types }: Pick<HistoryEntry, 'types'>): string {
  const [first = '', ...rest] = types.map(wordsOf);
  const about = first.slice(0, first.indexOf(' ') + 1);
  return sentence([first, ...rest.map((text) => (about && text.startsWith(about) ? text.slice(about.length) : text))]);
}

const vias: Record<string, string> = {
  dashboard: 'in the dashboard',
  'bot api': 'via the bot API',
  site: 'on the site',
  'command line': 'on the command line',
  scheduler: 'by schedule',
  import: 'by import',
  system: 'automatically',
};

/** Returns the words for a change's source: 'in the dashboard'. */
export const viaOf = (via: string) => vias[via] ?? `via ${via}`;

/** Returns the name of an actor. */
export const whoOf = (actor: Actor): string => (actor.kind === 'visitor' ? 'A visitor' : actorName(actor));

/** Returns the name that a row shows: for a sign-in, whose account it was. */
export const doerOf = ({ type, actor, title }: HistoryEntry): string => (type === 'AdminLoggedIn' && title ? title : whoOf(actor));

const mostFields = 4;

/** 'Title, rating and 2 more'; '' when the change names no fields. */
export function fieldsOf({ fields }: HistoryEntry): string {
  const more = fields.length - mostFields;
  const [first, ...rest] = fields.slice(0, mostFields).map(wordsOf);
  if (first === undefined) return '';
  return [first, ...rest.map((f) => f.toLowerCase())].join(', ') + (more > 0 ? ` and ${more} more` : '');
}
