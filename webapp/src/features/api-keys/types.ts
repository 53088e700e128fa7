import type { Key } from '@/lib/api-types';

/** What a key may do (spec section 6, and the analyst's), in the order of the form. */
export const permissions = [
  { name: 'create_reviews', explanation: 'Create product reviews, one at a time or in bulk.' },
  { name: 'create_news', explanation: 'Create articles, as drafts unless marked published.' },
  { name: 'create_categories', explanation: 'Create review categories.' },
  { name: 'read_analytics', explanation: 'Download the history of page views, and of content that readers can see.' },
  { name: 'read_unpublished', explanation: 'With read_analytics: also drafts, withheld versions, deleted items and unused images.' },
] as const satisfies readonly { name: Permission; explanation: string }[];

export type Permission = Key['permissions'][number];

export type KeyState = 'active' | 'expired' | 'inactive';

/** A deactivated key stays inactive, expired or not. `now` is in milliseconds since 1970. */
export function keyState({ isActive, expiresAt }: Pick<Key, 'isActive' | 'expiresAt'>, now: number): KeyState {
  if (!isActive) return 'inactive';
  return expiresAt !== null && new Date(expiresAt).getTime() <= now ? 'expired' : 'active';
}
