// A search's results: reviews, articles and pages, the best first, with what they can be narrowed to; their number; and other words to try.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router-dom';
import { choices } from '@/components/list/choices';
import { PagedList } from '@/components/list/paged-list';
import { buttonLook } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/state';
import type { SearchHit } from '@/lib/api-types';
import { isTooLong, tooLong } from '@/lib/search-limit';
import { searchPath, searchQuery, type SearchAddress } from '../api/search';
import { HitCard } from './hit-card';

interface Props {
  address: SearchAddress;
  head: RefObject<HTMLHeadingElement | null>;
  /** What to read instead where nothing was found. */
  latest: ReactNode;
  /** What can be done with a review that was found. */
  tools: (review: SearchHit) => ReactNode;
}

const searchChoices = [{ name: 'type', label: 'Type', any: 'All types' } as const, ...choices];

const noun = { one: 'result', many: 'results' };

export function SearchResults(props: Props) {
  return isTooLong(props.address.search) ? <NoResults latest={props.latest}>{tooLong}</NoResults> : <Results {...props} />;
}

function Results({ address, head, latest, tools }: Props) {
  // While the next search is under way the last one's results stay, dimmed, so that nothing flickers between two letters.
  const list = useQuery({ ...searchQuery(address), placeholderData: keepPreviousData });
  const { data, isPlaceholderData: stale } = list;
  const { search, filter, page } = address;
  if (data && !stale && data.items.length === 0 && data.total > 0) return <PastTheEnd address={address} />;
  return (
    <>
      {data && data.didYouMean !== '' ? (
        <p className="mb-6">
          Did you mean{' '}
          <Link to={searchPath(data.didYouMean)} className="text-link font-semibold">
            {data.didYouMean}
          </Link>
          ?
        </p>
      ) : null}
      {data?.nearest && !stale ? (
        <p className="mb-6 text-secondary">
          Nothing matches all of “<bdi>{search}</bdi>”. The nearest:
        </p>
      ) : null}
      <PagedList
        path="/reviews"
        filter={filter}
        page={page}
        list={list}
        facets={data?.facets}
        choices={searchChoices}
        noun={noun}
        title={(total) => (
          <>
            {total === undefined ? 'Searching for “' : `${total} ${total === 1 ? 'result' : 'results'} for “`}
            <bdi>{search}</bdi>”
          </>
        )}
        rows={{ loading: <Loading /> }}
        head={head}
        empty={<NoResults latest={latest}>Try adjusting your search terms.</NoResults>}
      >
        {(hits) =>
          hits.map((hit, i) => (
            <HitCard key={hit.url} hit={hit} search={search} eager={i === 0} tools={hit.type === 'review' ? tools(hit) : null} />
          ))
        }
      </PagedList>
    </>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading results...">
      {[0, 1, 2, 3].map((n) => (
        <div key={n} data-skeleton className="mb-4 skeleton h-32" />
      ))}
    </div>
  );
}

function PastTheEnd({ address: { search, filter, page } }: { address: SearchAddress }) {
  return (
    <div className="mt-8">
      <EmptyState
        title={`There is no page ${page}`}
        action={
          <Link to={searchPath(search, filter)} className={buttonLook({ variant: 'plain' })}>
            Show the first page
          </Link>
        }
      >
        The results end before it.
      </EmptyState>
    </div>
  );
}

function NoResults({ children, latest }: { children: ReactNode; latest: ReactNode }) {
  return (
    <div className="mt-8">
      <EmptyState
        title="No reviews found"
        action={
          <Link to="/reviews" className={buttonLook({ variant: 'plain' })}>
            Show all reviews
          </Link>
        }
      >
        {children}
      </EmptyState>
      {latest}
    </div>
  );
}
