// /reviews, with what it is narrowed to, its order and its page as its address's query, which can be shared and survives Back; and with
// ?search=, what a search finds. Typing a search changes the entry in the browser's history, everything else makes a new one.
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { choices } from '@/components/list/choices';
import { count, PagedList } from '@/components/list/paged-list';
import { SearchBox } from '@/components/ui/search-box';
import { EmptyState } from '@/components/ui/state';
import { CompareTray } from '@/features/reviews/components/compare-tray';
import { reviewPages } from '@/features/reviews/api/review-pages';
import { CompareToggle } from '@/features/reviews/components/compare-toggle';
import { ReviewCards } from '@/features/reviews/components/review-cards';
import { searchAddress, searchPath, type SearchAddress } from '@/features/search/api/search';
import { SearchResults } from '@/features/search/components/search-results';
import { useListHead } from '@/hooks/use-list-head';
import { useSite } from '@/hooks/use-site';
import { useTyping } from '@/hooks/use-typing';
import { breadcrumbs } from '@/lib/linked-data';
import { reviewParameters, type ListFilter } from '@/lib/list-address';
import { listPath } from '@/lib/list-links';
import type { PageHead } from '@/lib/page-head';
import type { Site } from '@/lib/site-settings';
import { MissingListPage } from '../missing-list-page';
import { ReviewsInstead } from '../missing-page';
import { useCategories } from '../use-categories';
import { listHead, useListAddress } from '../use-paged-list';
import { usePages } from '../use-pages';

const path = '/reviews';

const headOf = ({ name }: Site): PageHead => ({
  title: 'All Reviews',
  description: `Every review on ${name}, tested and told honestly.`,
  path,
  data: [breadcrumbs({ name: 'All Reviews', path })],
});

const noun = { one: 'review', many: 'reviews' };

export default function ReviewsRoute() {
  const head = headOf(useSite());
  const [parameters] = useSearchParams();
  const found = searchAddress(parameters);
  const searching = found.search !== '';
  const address = useListAddress(reviewParameters);
  const { list, facets, total, beyond } = usePages(reviewPages, address, !searching);
  const { categoryOf } = useCategories();
  const top = useListHead();
  const { filter } = address;
  const page = address.page ?? 1;
  if (beyond) return <MissingListPage path={path} name={head.title} filter={filter} />;
  return (
    <Page head={searching ? { ...head, title: `Search: ${found.search}`, index: false } : listHead(head, address, page, total)}>
      <h1 className="text-h2 sm:text-h1">All Reviews</h1>
      <Search address={found} filter={filter} />
      {searching ? (
        <SearchResults
          address={found}
          head={top}
          latest={<ReviewsInstead />}
          tools={({ id, productBrand = '', productName = '' }) => <CompareToggle review={{ id, productBrand, productName }} />}
        />
      ) : (
        <PagedList
          path={path}
          filter={filter}
          page={page}
          list={list}
          facets={facets}
          choices={choices}
          ordered
          noun={noun}
          head={top}
          title={(total) => (total === undefined ? 'Reviews' : count(total, noun))}
          empty={<EmptyState title="No reviews found">No reviews available at the moment.</EmptyState>}
        >
          {(items) => <ReviewCards reviews={items} categoryOf={categoryOf} />}
        </PagedList>
      )}
      <CompareTray />
    </Page>
  );
}

/**
 * The box with the current search. What the list is narrowed to stays; the types of results are none of reviews, and their order is their
 * own.
 */
function Search({ address: { search, filter: found }, filter }: { address: SearchAddress; filter: ListFilter }) {
  const navigate = useNavigate();
  const typing = useTyping(search, (term, paused) => {
    if (term !== search)
      void navigate(term === '' ? listPath(path, { ...filter, search: '' }) : searchPath(term, { ...found, sort: '' }), {
        replace: paused,
      });
  });
  return (
    <div className="mt-6 mb-6 border-b border-rule pb-8">
      <SearchBox label="Search reviews" typing={typing} onSearch={typing.search} onClear={() => typing.search('')} />
    </div>
  );
}
