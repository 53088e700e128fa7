// The columns of the articles' table (spec section 2).
import type { Column } from '@/components/admin-list/item-table';
import { PublishStatus } from '@/components/admin-list/publish-status';
import { TimeAgo } from '@/components/ui/time-ago';
import type { Article } from '@/lib/api-types';

/** An article in a line, beside its title, for a phone. */
export const articleSummary = (article: Article) => [article.category, article.authorName].join(' · ');

export const articleColumns: Column<Article>[] = [
  { name: 'title', label: 'Title', cell: (a) => a.title, full: (a) => a.title },
  { name: 'category', label: 'Category', width: 'lg:w-[18%]', cell: (a) => a.category, full: (a) => a.category },
  { name: 'author', label: 'Author', width: 'lg:w-[16%]', cell: (a) => a.authorName, full: (a) => a.authorName },
  { name: 'published', label: 'Published', width: 'lg:w-[8.25rem]', first: 'desc', cell: (a) => <PublishStatus item={a} /> },
  { name: 'updated', label: 'Last Updated', width: 'lg:w-32', first: 'desc', cell: (a) => <TimeAgo iso={a.updatedAt} className="text-muted tabular-nums" /> },
];
