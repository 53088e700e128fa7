// Where to go after an article: those that have most in common with it, then the newest. Nothing when there are none, or
// they can't be had.
import { useQuery } from '@tanstack/react-query';
import { CardSkeletons } from '@/components/ui/skeleton';
import { useNow } from '@/hooks/use-now';
import { newestArticlesQuery, relatedArticlesQuery, relatedCount } from '../api/related-articles';
import type { Article } from '@/lib/api-types';
import { ArticleCard } from './article-card';

export function RelatedArticles({ article }: { article: Pick<Article, 'id'> }) {
  const now = useNow();
  const related = useQuery(relatedArticlesQuery(article.id));
  const newest = useQuery(newestArticlesQuery);
  const pending = related.isPending || newest.isPending;
  const seen = new Set([article.id]);
  const others = [...(related.data ?? []), ...(newest.data ?? [])]
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .slice(0, Math.max(relatedCount, related.data?.length ?? 0));
  if (!pending && others.length === 0) return null;
  return (
    <section data-noprint className="mt-16 border-t-2 border-primary pt-4 md:mt-24">
      <h2 className="mb-8 text-h4">{related.data?.length ? 'Related Articles' : 'More Tech Articles'}</h2>
      {pending ? (
        <CardSkeletons label="Loading related articles..." count={relatedCount} />
      ) : (
        <div className="grid gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
          {others.map((other) => (
            <ArticleCard key={other.id} article={other} now={now} level={3} />
          ))}
        </div>
      )}
    </section>
  );
}
