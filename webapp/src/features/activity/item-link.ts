// The link from an action to its item.
import type { HistoryEntry } from '@/lib/api-types';
import { adminList, isKind, kinds } from '@/lib/kinds';
import { titleSearch } from '@/lib/search-limit';
import { isSection, sectionPath, sectionTitles } from '@/lib/settings';

/** Returns the item's page, or the admin list that finds it; null for a deleted item, and for one without a page. */
export function itemLink({ kind, id, title = '', state }: NonNullable<HistoryEntry['item']>): { to: string; label: string } | null {
  if (state === 'deleted') return null;
  const found = titleSearch(title);
  if (isKind(kind)) {
    const { list } = kinds[kind];
    if (state !== 'published') return { to: adminList(kind) + found, label: 'Find draft' };
    return list ? { to: `${list.to}/${id}`, label: `View ${kind}` } : { to: adminList(kind) + found, label: `Find ${kind}` };
  }
  switch (kind) {
    case 'message':
      return { to: `/admin/messages?message=${id}`, label: 'View message' };
    case 'author':
      return { to: '/admin/settings/authors', label: 'View authors' };
    case 'key':
      return { to: '/admin/api', label: 'View keys' };
    case 'tag':
    case 'brand':
      return { to: '/admin/settings/tags', label: 'View tags and brands' };
    case 'settings':
      return isSection(title) ? { to: sectionPath(title), label: `Open ${sectionTitles[title]} settings` } : null;
    default:
      return null;
  }
}
