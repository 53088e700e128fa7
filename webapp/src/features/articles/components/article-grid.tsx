// All published articles as cards, with the loading, error and empty states.
import { useInfiniteQuery } from '@tanstack/react-query';
import { MoreButton } from '@/components/ui/more-button';
import { CardSkeletons } from '@/components/ui/skeleton';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { useNow } from '@/hooks/use-now';
import { articlesQuery } from '../api/articles';
import { ArticleCard } from './article-card';

export function ArticleGrid() {
  const articles = useInfiniteQuery(articlesQuery);
  const now = useNow();
  const items = articles.data?.pages.flatMap((page) => page.items) ?? [];
  if (articles.isPending) return <CardSkeletons label="Loading tech articles..." />;
  if (articles.isError && items.length === 0) return <ErrorState what="The tech articles" retry={() => void articles.refetch()} />;
  if (items.length === 0) return <EmptyState title="No tech articles yet">News and analysis will appear here once published.</EmptyState>;
  return (
    <>
      <div className="grid gap-x-6 gap-y-14 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((article, i) => (
          <ArticleCard key={article.id} article={article} now={now} eager={i === 0} />
        ))}
      </div>
      <MoreButton
        shown={items.length}
        total={articles.data?.pages.at(-1)?.total ?? 0}
        busy={articles.isFetchingNextPage}
        onMore={() => void articles.fetchNextPage()}
      />
    </>
  );
}
