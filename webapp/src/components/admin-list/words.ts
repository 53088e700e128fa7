// The sentences that count the items of a list.
import type { ContentType } from '@/components/content/content-type';
import type { BulkAction, ContentItem } from '@/lib/content-calls';
import { formatCount } from '@/lib/intl';

/** What the items are called. */
export type Nouns = Pick<ContentType<ContentItem, object>, 'noun' | 'plural'>;

/** '1 review', '2,000 reviews'. */
export function counted(n: number, { noun, plural }: Nouns): string {
  return `${formatCount(n)} ${n === 1 ? noun : plural}`;
}

/** The result of a bulk action: '3 reviews published'. */
export const outcome: Record<BulkAction, string> = {
  publish: 'published',
  unpublish: 'unpublished',
  feature: 'featured',
  unfeature: 'no longer featured',
  delete: 'deleted',
  restore: 'restored',
};

/** The action that undoes a bulk action. */
export const opposite: Record<BulkAction, BulkAction> = {
  publish: 'unpublish',
  unpublish: 'publish',
  feature: 'unfeature',
  unfeature: 'feature',
  delete: 'restore',
  restore: 'delete',
};
