// A list of articles as cards, with the loading, error and empty states.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MoreButton } from '@/components/ui/more-button';
import { CardSkeletons } from '@/components/ui/skeleton';
import { ErrorState } from '@/components/ui/state';
import { useNow } from '@/hooks/use-now';
import { articlesQuery, type ArticleFilter } from '../api/article-list';
import { ArticleCard } from './article-card';

interface Props {
  filter: ArticleFilter;
  /** What to show when there is none. */
  empty: ReactNode;
  /** Renders the heading above the list, given the number of articles once it is known. */
  heading?: (total: number | undefined) => ReactNode;
}

export function ArticleGrid({ filter, empty, heading }: Props) {
  const articles = useInfiniteQuery(articlesQuery(filter));
  const now = useNow();
  const items = articles.data?.pages.flatMap((page) => page.items) ?? [];
  if (articles.isPending) return <CardSkeletons label="Loading tech articles..." />;
  if (articles.isError && items.length === 0) return <ErrorState what="The tech articles" retry={() => void articles.refetch()} />;
  if (items.length === 0) return empty;
  const total = articles.data?.pages.at(-1)?.total ?? 0;
  return (
    <>
      {heading?.(total)}
      <div className="grid gap-x-6 gap-y-14 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((article, i) => (
          <ArticleCard key={article.id} article={article} now={now} eager={i === 0} />
        ))}
      </div>
      <MoreButton shown={items.length} total={total} busy={articles.isFetchingNextPage} onMore={() => void articles.fetchNextPage()} />
    </>
  );
}
