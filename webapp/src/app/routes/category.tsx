// /category/{slug}
import { Link, useParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { buttonLook } from '@/components/ui/button';
import { CardSkeletons } from '@/components/ui/skeleton';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { CategoryHeader } from '@/features/categories/components/category-header';
import { ReviewGrid } from '@/features/reviews/components/review-grid';
import { breadcrumbs } from '@/lib/linked-data';
import { MissingPage } from '../missing-page';
import { useCategories } from '../use-categories';

export default function CategoryRoute() {
  const { slug = '' } = useParams();
  const { query, categoryOf } = useCategories();
  const category = query.data?.find((c) => c.slug === slug);
  const path = `/category/${slug}`;

  if (category) {
    const head = { title: category.name, description: category.description?.trim() || `Honest reviews in the category ${category.name}.`, path, keywords: `${category.name}, reviews`, data: [breadcrumbs({ name: category.name, path })] };
    return (
      <Page head={head}>
        <CategoryHeader category={category} />
        <ReviewGrid
          key={slug}
          filter={{ category: slug }}
          categoryOf={categoryOf}
          heading={(total) => <h2 className="mt-10 mb-8 border-t-2 border-primary pt-4 text-h4">Reviews{total === undefined ? '' : ` (${total})`}</h2>}
          empty={
            <EmptyState
              title="No Reviews Yet"
              action={
                <Link to="/reviews" className={buttonLook({ variant: 'plain' })}>
                  All Reviews
                </Link>
              }
            >
              Reviews will appear here once published.
            </EmptyState>
          }
        />
      </Page>
    );
  }
  if (query.data) {
    return (
      <MissingPage
        head={{ title: 'Category Not Found', description: 'This category does not exist.', path }}
        title="Category Not Found"
        action={
          <Link to="/" className={buttonLook()}>
            Back to Home
          </Link>
        }
      >
        <p>The category you're looking for doesn't exist.</p>
      </MissingPage>
    );
  }
  return (
    <Page head={null}>
      {query.isError ? <ErrorState what="The category" retry={() => void query.refetch()} /> : <CardSkeletons label="Loading reviews..." />}
    </Page>
  );
}
