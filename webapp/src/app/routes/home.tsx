// /
import { useQuery } from '@tanstack/react-query';
import { CardSkeletons } from '@/components/ui/skeleton';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { latestArticlesQuery } from '@/features/articles/api/articles';
import { ArticleRow } from '@/features/articles/components/article-row';
import { CategoryGrid } from '@/features/categories/components/category-grid';
import { Hero } from '@/features/home/components/hero';
import { Section } from '@/features/home/components/section';
import { webSite } from '@/features/home/linked-data';
import { featuredReviewsQuery, newestCount, newestReviewsQuery, type ReviewSummary } from '@/features/reviews/api/reviews';
import { LazyCompareTray } from '@/features/reviews/components/lazy-compare-tray';
import { FeaturedReviews } from '@/features/reviews/components/featured-reviews';
import { VerdictTeaser, VerdictTeaserSkeleton } from '@/features/reviews/components/verdict-teaser';
import { useHead } from '@/hooks/use-head';
import { useNow } from '@/hooks/use-now';
import { useSite } from '@/hooks/use-site';
import { LatestReviews } from '../latest-reviews';
import { useCategories } from '../use-categories';

export function HomeRoute() {
  const site = useSite();
  useHead({ title: '', description: site.description, path: '/', data: [webSite(site)] });
  const { links, categoryOf } = useCategories();
  const featured = useQuery(featuredReviewsQuery);
  const first = featured.data?.[0];
  return (
    <>
      <Hero categories={links} aside={first ? <VerdictTeaser review={first} /> : featured.isPending ? <VerdictTeaserSkeleton /> : null} />
      <div className="wrap">
        <Section title="Review Categories">
          <CategoryGrid categories={links} />
        </Section>
        <Section title="Featured Reviews">
          {featured.isPending ? (
            <CardSkeletons label="Loading reviews..." />
          ) : featured.isError ? (
            <ErrorState what="The featured reviews" retry={() => void featured.refetch()} />
          ) : featured.data.length === 0 ? (
            <EmptyState title="No featured reviews yet">Editors’ picks will appear here.</EmptyState>
          ) : (
            <FeaturedReviews reviews={featured.data} categoryOf={categoryOf} />
          )}
        </Section>
        {featured.isPending ? null : <OtherReviews featured={featured.data ?? []} />}
        <Section title="Latest Tech Articles" more={{ to: '/tech-articles', name: 'All Tech Articles' }}>
          <LatestArticles />
        </Section>
        <LazyCompareTray />
      </div>
    </>
  );
}

/** The latest reviews but for those that are featured above. */
function OtherReviews({ featured }: { featured: readonly ReviewSummary[] }) {
  const { data = [], isPending } = useQuery(newestReviewsQuery);
  const reviews = data.filter(({ id }) => !featured.some((one) => one.id === id)).slice(0, newestCount);
  return <LatestReviews reviews={isPending ? undefined : reviews} count={newestCount} />;
}

function LatestArticles() {
  const articles = useQuery(latestArticlesQuery);
  const now = useNow();
  if (articles.isPending) return <CardSkeletons label="Loading tech articles..." count={3} />;
  if (articles.isError) return <ErrorState what="The latest articles" retry={() => void articles.refetch()} />;
  if (articles.data.length === 0)
    return <EmptyState title="No tech articles yet">News and analysis will appear here once published.</EmptyState>;
  return (
    <div>
      {articles.data.map((article) => (
        <ArticleRow key={article.id} article={article} now={now} />
      ))}
    </div>
  );
}
