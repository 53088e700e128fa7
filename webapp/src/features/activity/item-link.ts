// The link from an action to the item that it was about.
import type { HistoryEntry } from '@/lib/api-types';

/** The most characters of a title that are searched for; the server takes 256 bytes. */
const mostSearched = 60;

/** Returns the item's page, or the admin list that finds it; null for a deleted item, and for one without a page. */
export function itemLink({ kind, id, title = '', state }: NonNullable<HistoryEntry['item']>): { to: string; label: string } | null {
  if (state === 'deleted') return null;
  const found = `?search=${encodeURIComponent(Array.from(title).slice(0, mostSearched).join('').trim())}`;
  switch (kind) {
    case 'review':
      return state === 'published' ? { to: `/reviews/${id}`, label: 'View review' } : { to: `/admin/reviews${found}`, label: 'Find draft' };
    case 'article':
      return state === 'published' ? { to: `/tech-articles/${id}`, label: 'View article' } : { to: `/admin/articles${found}`, label: 'Find draft' };
    case 'page':
      return { to: `/admin/pages${found}`, label: state === 'published' ? 'Find page' : 'Find draft' }; // its address needs its slug
    case 'message':
      return { to: `/admin/messages?message=${id}`, label: 'View message' };
    case 'author':
      return { to: '/admin/settings/authors', label: 'View authors' };
    case 'key':
      return { to: '/admin/api', label: 'View keys' };
    default:
      return null;
  }
}
