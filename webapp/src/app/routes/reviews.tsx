// /reviews, with ?search= as its state, which can be shared and survives Back. Typing changes the entry in the browser's history,
// submitting and clearing make a new one.
import { Link, useSearchParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { buttonLook } from '@/components/ui/button';
import { SearchBox } from '@/components/ui/search-box';
import { EmptyState } from '@/components/ui/state';
import { reviewFilter } from '@/features/reviews/api/reviews';
import { ReviewGrid } from '@/features/reviews/components/review-grid';
import { breadcrumbs } from '@/lib/linked-data';
import type { PageHead } from '@/lib/page-head';
import { useCategories } from '../use-categories';

const head = {
  title: 'All Reviews',
  description: 'Every review on Candor: computers, automotive tech, industrial machines and smart gadgets, tested and told honestly.',
  path: '/reviews',
  data: [breadcrumbs({ name: 'All Reviews', path: '/reviews' })],
} satisfies PageHead;

export default function ReviewsRoute() {
  const [parameters, setParameters] = useSearchParams();
  const filter = reviewFilter(parameters);
  const { search = '' } = filter;
  const { categoryOf } = useCategories();
  const show = (term: string, replace = false) => {
    if (term !== search) setParameters(term === '' ? {} : { search: term }, { replace });
  };
  const clear = () => show('');
  return (
    <Page head={{ ...head, index: search === '' }}>
      <h1 className="text-h2 sm:text-h1">All Reviews</h1>
      <div className="mt-6 mb-10 border-b border-rule pb-8">
        <SearchBox label="Search reviews" value={search} onSearch={show} onClear={clear} onPause={(term) => show(term, true)} />
      </div>
      <ReviewGrid
        filter={filter}
        categoryOf={categoryOf}
        heading={(total) => (
          <h2 className={search === '' ? 'sr-only' : 'mb-8 text-h5'} aria-live="polite">
            {search === '' ? 'Reviews' : total === undefined ? `Searching for “${search}”` : `${total} ${total === 1 ? 'review' : 'reviews'} for “${search}”`}
          </h2>
        )}
        empty={
          <EmptyState
            title="No reviews found"
            action={
              search === '' ? null : (
                <Link to="/reviews" className={buttonLook({ variant: 'plain' })}>
                  Show all reviews
                </Link>
              )
            }
          >
            {search === '' ? 'No reviews available at the moment.' : 'Try adjusting your search terms.'}
          </EmptyState>
        }
      />
    </Page>
  );
}
