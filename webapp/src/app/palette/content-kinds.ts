// The content that the palette finds and creates: reviews, articles and pages.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileText, Newspaper, Star, type LucideIcon } from 'lucide-react';
import { useItemActions } from '@/components/admin-list/use-item-actions';
import type { ContentType } from '@/components/content/content-type';
import { articleType } from '@/features/admin-articles/article-type';
import { pageType } from '@/features/admin-pages/page-type';
import { reviewType } from '@/features/admin-reviews/review-type';
import type { ContentItem } from '@/lib/content-calls';
import { adminList } from '@/lib/kinds';

/** An item that the palette has found. */
export interface Found {
  id: number;
  title: string;
  isPublished: boolean;
  /** The readers' page. */
  address: string | undefined;
  kind: Kind;
}

interface Kind {
  title: string;
  add: string;
  /** The path of its list in the dashboard. */
  list: string;
  icon: LucideIcon;
  /** Publishes or unpublishes an item, and says so with an Undo. */
  change: (action: 'publish' | 'unpublish', id: number) => void;
}

export interface KindSearch {
  kind: Kind;
  /** While it is busy, what was found for the search before. */
  found: readonly Found[];
  /** What the search finds is still on its way. */
  busy: boolean;
  failed: boolean;
}

interface Search {
  /** Null: nothing is searched for. */
  term: string | null;
  /** Only what is published, or only what isn't. */
  published?: boolean | undefined;
}

/** How many items of a kind are shown. */
const most = 5;

function useKind<Item extends ContentItem, Body extends object>(
  type: ContentType<Item, Body>,
  icon: LucideIcon,
  { term, published }: Search,
): KindSearch {
  const { change } = useItemActions(type);
  const { texts, calls, addressOf } = type;
  const kind: Kind = {
    title: texts.title,
    add: texts.add,
    list: adminList(type.noun),
    icon,
    change: (action, id) => void change(action, [id]),
  };
  const query = useQuery({
    ...calls.list({ search: term ?? '', published, limit: most }),
    enabled: term !== null,
    placeholderData: keepPreviousData,
  });
  const items = (term !== null && query.data?.items) || [];
  const found = items
    .filter(({ isPublished }) => published === undefined || isPublished === published) // before, it may have been another step's search
    .map((item) => ({ id: item.id, title: item.title, isPublished: item.isPublished, address: addressOf(item), kind }));
  return { kind, found, busy: query.isLoading || query.isPlaceholderData, failed: query.isError };
}

export const useKinds = (search: Search): readonly KindSearch[] => [
  useKind(reviewType, Star, search),
  useKind(articleType, Newspaper, search),
  useKind(pageType, FileText, search),
];
