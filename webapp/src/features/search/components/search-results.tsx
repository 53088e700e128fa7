// A search's results: reviews, articles and pages, each with the passage that matches; their number; and other words to try.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buttonLook } from '@/components/ui/button';
import { PageLinks } from '@/components/ui/page-links';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { ApiError } from '@/lib/api-client';
import type { SearchHit } from '@/lib/api-types';
import { kindNames, kinds } from '@/lib/kinds';
import { pageSize, searchPath, searchQuery, type SearchAddress } from '../api/search';
import { Marked, markTitle, parseSnippet } from '../snippet';

interface Props {
  address: SearchAddress;
  /** What to read instead where nothing was found. */
  latest: ReactNode;
  /** What can be done with a review that was found. */
  tools: (review: SearchHit) => ReactNode;
}

export function SearchResults({ address, latest, tools }: Props) {
  // While the next search is under way the last one's results stay, dimmed, so that nothing flickers between two letters.
  const { data, error, isPlaceholderData: stale, refetch } = useQuery({ ...searchQuery(address), placeholderData: keepPreviousData });
  const { search, page } = address;
  const total = stale ? undefined : data?.total;
  if (error instanceof ApiError && error.status === 400) return <NoResults latest={latest}>{error.detail}</NoResults>;
  if (error) return <ErrorState what="The results" retry={() => void refetch()} />;
  return (
    <>
      <h2 className="text-h5" aria-live="polite">
        {total === undefined ? `Searching for “${search}”` : `${total} ${total === 1 ? 'result' : 'results'} for “${search}”`}
      </h2>
      {data ? (
        <div aria-busy={stale} className="transition-opacity aria-busy:opacity-60">
          {data.didYouMean === '' ? null : (
            <p className="mt-3">
              Did you mean{' '}
              <Link to={searchPath(data.didYouMean)} className="text-link font-semibold">
                {data.didYouMean}
              </Link>
              ?
            </p>
          )}
          {data.nearest && !stale ? <p className="mt-3 text-secondary">Nothing matches all of “{search}”. The nearest:</p> : null}
          {data.hits.length > 0 ? (
            kindNames.map((kind) => (
              <Hits
                key={kind}
                title={kinds[kind].title}
                search={search}
                hits={data.hits.filter((hit) => hit.type === kind)}
                tools={kind === 'review' ? tools : undefined}
              />
            ))
          ) : data.total > 0 ? (
            <PastTheEnd search={search} page={page} />
          ) : stale ? null : (
            <NoResults latest={latest}>Try adjusting your search terms.</NoResults>
          )}
          <PageLinks page={page} pages={Math.ceil(data.total / pageSize)} to={(n) => searchPath(search, n)} label="Pages of results" />
        </div>
      ) : (
        <div role="status" aria-label="Loading results..." className="mt-8">
          {[0, 1, 2, 3].map((n) => (
            <div key={n} data-skeleton className="mb-4 skeleton h-24 max-w-3xl" />
          ))}
        </div>
      )}
    </>
  );
}

interface HitsProps {
  title: string;
  search: string;
  hits: SearchHit[];
  tools: Props['tools'] | undefined;
}

function Hits({ title, search, hits, tools }: HitsProps) {
  if (hits.length === 0) return null;
  return (
    <section className="mt-10">
      <h3 className="border-t-2 border-primary pt-4 text-h4">{title}</h3>
      {hits.map((hit) => (
        <article key={hit.id} className="relative border-b border-rule py-5 last:border-b-0">
          <h4 className="max-w-3xl font-serif text-h5 font-medium text-balance">
            <Link to={hit.url} className="cover-link">
              <Marked parts={markTitle(hit.title, search, hit.snippet)} />
            </Link>
          </h4>
          <p className="mt-2 max-w-measure text-small text-secondary sm:text-base">
            <Marked parts={parseSnippet(hit.snippet)} />
          </p>
          {tools ? <p className="mt-2">{tools(hit)}</p> : null}
        </article>
      ))}
    </section>
  );
}

function PastTheEnd({ search, page }: SearchAddress) {
  return (
    <div className="mt-8">
      <EmptyState
        title={`There is no page ${page}`}
        action={
          <Link to={searchPath(search)} className={buttonLook({ variant: 'plain' })}>
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
