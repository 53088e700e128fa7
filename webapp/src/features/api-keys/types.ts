/** What a key may do (spec section 6, and the analyst's), in the order in which it is offered. */
export const permissions = [
  { name: 'create_reviews', explanation: 'Create product reviews, one at a time or in bulk.' },
  { name: 'create_news', explanation: 'Publish news articles.' },
  { name: 'create_categories', explanation: 'Create review categories.' },
  { name: 'read_analytics', explanation: 'Download the history of page views and content, including drafts.' },
] as const;

export type Permission = (typeof permissions)[number]['name'];

/** A key of the bot API, without the key itself (spec section 3). Times are RFC 3339. */
export interface ApiKey {
  id: number;
  name: string;
  /** Its beginning and its last characters: 'cndr_…a1B2'. */
  hint: string;
  permissions: string[];
  isActive: boolean;
  lastUsed: string | null;
  createdAt: string;
  /** Null for never. */
  expiresAt: string | null;
  /** Requests in any hour, and how many of them are left. */
  limit: number;
  remaining: number;
}

/** The one answer that ever holds a key. */
export interface NewKey {
  apiKey: string;
  name: string;
}

export type KeyState = 'active' | 'expired' | 'inactive';

/** A deactivated key stays inactive, expired or not. `now` is in milliseconds since 1970. */
export function keyState({ isActive, expiresAt }: Pick<ApiKey, 'isActive' | 'expiresAt'>, now: number): KeyState {
  if (!isActive) return 'inactive';
  return expiresAt !== null && new Date(expiresAt).getTime() <= now ? 'expired' : 'active';
}
