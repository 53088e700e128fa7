// /reviews, with what it is narrowed to, its order and its page as its address's query, which can be shared and survives Back. Typing
// a search changes the entry in the browser's history, everything else makes a new one.
import { Link, useNavigate } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { choices } from '@/components/list/choices';
import { count, PagedList } from '@/components/list/paged-list';
import { buttonLook } from '@/components/ui/button';
import { SearchBox } from '@/components/ui/search-box';
import { EmptyState } from '@/components/ui/state';
import { ReviewCards } from '@/features/reviews/components/review-cards';
import { useListHead } from '@/hooks/use-list-head';
import { breadcrumbs } from '@/lib/linked-data';
import { reviewParameters } from '@/lib/list-address';
import { changed, listPath } from '@/lib/list-links';
import type { PageHead } from '@/lib/page-head';
import { MissingListPage } from '../missing-list-page';
import { useCategories } from '../use-categories';
import { listHead, useListAddress } from '../use-paged-list';
import { useReviewPages } from '../use-review-pages';

const path = '/reviews';

const head = {
  title: 'All Reviews',
  description: 'Every review on Candor: computers, automotive tech, industrial machines and smart gadgets, tested and told honestly.',
  path,
  data: [breadcrumbs({ name: 'All Reviews', path })],
} satisfies PageHead;

const noun = { one: 'review', many: 'reviews' };

export default function ReviewsRoute() {
  const navigate = useNavigate();
  const address = useListAddress(reviewParameters);
  const { list, facets, total, beyond } = useReviewPages(address);
  const { categoryOf } = useCategories();
  const top = useListHead();
  const { filter } = address;
  const page = address.page ?? 1;
  if (beyond) return <MissingListPage path={path} name={head.title} filter={filter} />;
  const { search = '', ...kept } = filter;
  const show = (term: string, replace = false) => {
    if (term !== search) void navigate(listPath(path, changed(filter, 'search', term)), { replace });
  };
  const clear = () => show('');
  return (
    <Page head={listHead(head, address, page, total)}>
      <h1 className="text-h2 sm:text-h1">All Reviews</h1>
      <div className="mt-6 mb-6 border-b border-rule pb-8">
        <SearchBox label="Search reviews" value={search} onSearch={show} onClear={clear} onPause={(term) => show(term, true)} kept={kept} />
      </div>
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
        title={(total) => {
          if (search === '') return total === undefined ? 'Reviews' : count(total, noun);
          return total === undefined ? `Searching for “${search}”` : `${count(total, noun)} for “${search}”`;
        }}
        empty={
          <EmptyState
            title="No reviews found"
            action={
              search === '' ? null : (
                <Link to={path} className={buttonLook({ variant: 'plain' })}>
                  Show all reviews
                </Link>
              )
            }
          >
            {search === '' ? 'No reviews available at the moment.' : 'Try adjusting your search terms.'}
          </EmptyState>
        }
      >
        {(items) => <ReviewCards reviews={items} categoryOf={categoryOf} search={search} />}
      </PagedList>
    </Page>
  );
}
