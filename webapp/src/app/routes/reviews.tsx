// /reviews, with ?search= as its state, which can be shared and survives Back. Typing changes the entry in the browser's history,
// submitting and clearing make a new one.
import type { ComponentProps } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { SearchBox } from '@/components/ui/search-box';
import { EmptyState } from '@/components/ui/state';
import { ReviewGrid } from '@/features/reviews/components/review-grid';
import { searchAddress } from '@/features/search/api/search';
import { SearchResults } from '@/features/search/components/search-results';
import { useTyping } from '@/hooks/use-typing';
import { breadcrumbs } from '@/lib/linked-data';
import type { PageHead } from '@/lib/page-head';
import { LatestReviews } from '../missing-page';
import { useCategories } from '../use-categories';

const head = {
  title: 'All Reviews',
  description: 'Every review on Candor: computers, automotive tech, industrial machines and smart gadgets, tested and told honestly.',
  path: '/reviews',
  data: [breadcrumbs({ name: 'All Reviews', path: '/reviews' })],
} satisfies PageHead;

export default function ReviewsRoute() {
  const [parameters, setParameters] = useSearchParams();
  const address = searchAddress(parameters);
  const { search } = address;
  const { categoryOf } = useCategories();
  const show = (term: string, replace = false) => {
    if (term !== search) setParameters(term === '' ? {} : { search: term }, { replace });
  };
  const typing = useTyping(search, (term) => show(term, true));
  const clear = () => show('');
  return (
    <Page head={search === '' ? head : { ...head, title: `Search: ${search}`, index: false }}>
      <h1 className="text-h2 sm:text-h1">{search === '' ? 'All Reviews' : 'Search'}</h1>
      <div className="mt-6 mb-10 border-b border-rule pb-8">
        <SearchBox label="Search reviews" typing={typing} onSearch={show} onClear={clear} />
      </div>
      {search === '' ? <AllReviews categoryOf={categoryOf} /> : <SearchResults address={address} latest={<LatestReviews />} />}
    </Page>
  );
}

function AllReviews({ categoryOf }: Pick<ComponentProps<typeof ReviewGrid>, 'categoryOf'>) {
  return (
    <ReviewGrid
      filter={{}}
      categoryOf={categoryOf}
      heading={() => <h2 className="sr-only">Reviews</h2>}
      empty={<EmptyState title="No reviews found">No reviews available at the moment.</EmptyState>}
    />
  );
}
