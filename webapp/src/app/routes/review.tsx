// /reviews/{id}
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { buttonLook } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/state';
import { CompareTray } from '@/features/reviews/components/compare-tray';
import { reviewQuery } from '@/features/reviews/api/review';
import { ReviewArticle } from '@/features/reviews/components/review-article';
import { ReviewSkeleton } from '@/features/reviews/components/review-skeleton';
import { reviewData } from '@/features/reviews/linked-data';
import { picturesOf } from '@/features/reviews/types';
import { useSite } from '@/hooks/use-site';
import { ApiError } from '@/lib/api-client';
import { descriptionOf } from '@/lib/description';
import { headImageOf } from '@/lib/head-image';
import { modificationOf, publicationOf } from '@/lib/publication';
import { MissingPage } from '../missing-page';
import { parseId } from '../parse-id';
import { useCategories } from '../use-categories';

const allReviews = (
  <Link to="/reviews" className={buttonLook()}>
    All Reviews
  </Link>
);

export default function ReviewRoute() {
  const { id: text } = useParams();
  const id = parseId(text);
  if (id !== null) return <LoadedReview key={id} id={id} />;
  return (
    <MissingPage
      head={{ title: 'Invalid Route', description: 'This isn’t a valid review link.', path: `/reviews/${text}` }}
      title="Invalid Route"
      action={allReviews}
    >
      <p>This isn’t a valid review link.</p>
    </MissingPage>
  );
}

function LoadedReview({ id }: { id: number }) {
  const { data: review, error, refetch } = useQuery(reviewQuery(id));
  const { categoryOf } = useCategories();
  const site = useSite();
  const path = `/reviews/${id}`;

  if (review) {
    const category = categoryOf(review.categoryId);
    const head = {
      title: review.title,
      description: descriptionOf(null, review.contentText),
      path,
      keywords: [review.productName, review.productBrand, category?.name, 'review'].filter(Boolean).join(', '),
      image: headImageOf(review, picturesOf(review)[0]),
      type: 'article' as const,
      published: publicationOf(review),
      modified: modificationOf(review),
      data: reviewData(review, category, site),
    };
    return (
      <Page head={head}>
        <ReviewArticle
          review={review}
          category={category}
          categoryOf={categoryOf}
          history={site.publicHistory === 'off' ? undefined : `${path}/history`}
        />
        <CompareTray />
      </Page>
    );
  }
  if (error instanceof ApiError && error.status === 404) {
    return (
      <MissingPage
        head={{ title: 'Review Not Found', description: 'This review could not be found.', path }}
        title="Review Not Found"
        action={allReviews}
      >
        <p>It may have been unpublished or removed.</p>
      </MissingPage>
    );
  }
  return <Page head={null}>{error ? <ErrorState what="The review" retry={() => void refetch()} /> : <ReviewSkeleton />}</Page>;
}
