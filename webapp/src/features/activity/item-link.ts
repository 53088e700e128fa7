// Where the thing that an action was about can be seen.
import type { Item } from './types';

/** The most characters of a title that are searched for; the server takes 256 bytes. */
const mostSearched = 60;

/** Its page, or the dashboard's list where it is found; null when it is gone or has no page. */
export function itemLink({ kind, id, title = '', state }: Item): { to: string; label: string } | null {
  if (state === 'deleted') return null;
  const found = `?search=${encodeURIComponent(Array.from(title).slice(0, mostSearched).join('').trim())}`;
  switch (kind) {
    case 'review':
      return state === 'published' ? { to: `/reviews/${id}`, label: 'View review' } : { to: `/admin/reviews${found}`, label: 'Find draft' };
    case 'article':
      return state === 'published' ? { to: `/tech-articles/${id}`, label: 'View article' } : { to: `/admin/articles${found}`, label: 'Find draft' };
    case 'message':
      return { to: `/admin/messages?message=${id}`, label: 'View message' };
    case 'key':
      return { to: '/admin/api', label: 'View keys' };
    case 'category':
      return null;
  }
}
