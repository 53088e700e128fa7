// A page for what isn't there: what is missing, a search, and the latest reviews and articles, so that its reader can go on.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { MessagePage } from '@/components/layout/page';
import { SearchBox } from '@/components/ui/search-box';
import { CardSkeletons } from '@/components/ui/skeleton';
import { latestArticlesQuery } from '@/features/articles/api/articles';
import { ArticleRow } from '@/features/articles/components/article-row';
import { Section } from '@/features/home/components/section';
import { latestCount, latestReviewsQuery } from '@/features/reviews/api/latest-reviews';
import { LazyCompareTray } from '@/features/reviews/components/lazy-compare-tray';
import { useNow } from '@/hooks/use-now';
import { query } from '@/lib/api-client';
import type { PageHead } from '@/lib/page-head';
import { LatestReviews } from './latest-reviews';

interface Props {
  head: PageHead;
  title: string;
  action: ReactNode;
  children: ReactNode;
}

export function MissingPage({ children, ...message }: Props) {
  const navigate = useNavigate();
  return (
    <MessagePage
      {...message}
      below={
        <>
          <ReviewsInstead />
          <LatestArticles />
          <LazyCompareTray />
        </>
      }
    >
      {children}
      <div className="mt-8">
        <SearchBox label="Search reviews" onSearch={(search) => void navigate(`/reviews${query({ search })}`)} />
      </div>
    </MessagePage>
  );
}

/** The latest reviews, for those who have found nothing. */
export function ReviewsInstead() {
  const { data = [], isPending } = useQuery(latestReviewsQuery);
  return <LatestReviews reviews={isPending ? undefined : data} count={latestCount} />;
}

function LatestArticles() {
  const { data: articles, isPending } = useQuery(latestArticlesQuery);
  const now = useNow();
  if (!isPending && !articles?.length) return null;
  return (
    <Section title="Latest Tech Articles" more={{ to: '/tech-articles', name: 'All Tech Articles' }}>
      {articles ? (
        articles.map((article) => <ArticleRow key={article.id} article={article} now={now} />)
      ) : (
        <CardSkeletons label="Loading tech articles..." count={3} />
      )}
    </Section>
  );
}
