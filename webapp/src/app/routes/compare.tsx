// /compare?reviews=1,2,3: products side by side. What is compared, and whether only differences are shown, is in the address.
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { ShareButton } from '@/components/layout/share-button';
import { buttonLook } from '@/components/ui/button';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { comparedQuery, type Found } from '@/features/reviews/api/compared';
import { Comparison } from '@/features/reviews/components/comparison';
import { categoriesQuery } from '@/lib/categories';
import { askedIn, compareAddress } from '@/lib/compare-address';
import { mostCompared } from '@/lib/most-compared';
import { breadcrumbs } from '@/lib/linked-data';

const path = '/compare';
const description = 'Reviewed products side by side: scores, prices, specifications, pros, cons and verdicts.';

const nameOf = ({ productBrand, productName }: Found['reviews'][number]) => `${productBrand} ${productName}`;

export default function CompareRoute() {
  const [parameters] = useSearchParams();
  const { ids, ignored, differences } = askedIn(parameters);
  const { data, error, refetch } = useQuery({ ...comparedQuery(ids), enabled: ids.length > 0 });
  const { data: categories = [] } = useQuery(categoriesQuery);
  const found = ids.length === 0 ? { reviews: [], missing: 0, beyond: 0 } : data;
  const reviews = found?.reviews ?? [];
  const several = reviews.length > 1;
  const title = several ? reviews.map(nameOf).join(' or ') : 'Compare';
  return (
    <Page head={{ title, description, path, index: false, data: [breadcrumbs({ name: 'Compare', path })] }}>
      <h1 className="text-h2 sm:text-h1">Compare</h1>
      {found ? (
        <>
          <LeftOut found={found} ignored={ignored} />
          {several ? (
            <>
              <p className="mt-6 mb-6 flex flex-wrap items-center gap-x-6 gap-y-2 text-small" data-noprint>
                <Link
                  to={compareAddress(
                    reviews.map(({ id }) => id),
                    !differences,
                  )}
                  replace
                  preventScrollReset
                  className={buttonLook({ variant: 'plain', className: 'whitespace-normal!' })}
                >
                  {differences ? 'Show all' : 'Show differences only'}
                </Link>
                <Link
                  to="/reviews"
                  className="inline-flex min-h-6 items-center font-semibold text-accent underline-offset-4 hover:underline"
                >
                  Add another
                </Link>
                <ShareButton
                  title={title}
                  address={compareAddress(
                    reviews.map(({ id }) => id),
                    differences,
                  )}
                />
              </p>
              <Comparison reviews={reviews} categories={categories} differences={differences} />
            </>
          ) : (
            <div className="mt-6">
              <EmptyState
                title={reviews[0] ? `Nothing to compare the ${nameOf(reviews[0])} with yet` : 'Nothing to compare yet'}
                action={
                  <Link to="/reviews" className={buttonLook()}>
                    All Reviews
                  </Link>
                }
              >
                <p>Press Compare on two to four reviews, or on their cards in a list. They then stand here side by side.</p>
              </EmptyState>
            </div>
          )}
        </>
      ) : error ? (
        <ErrorState what="The comparison" retry={() => void refetch()} />
      ) : (
        <div className="mt-6">
          <RowSkeletons label="Loading the comparison..." />
        </div>
      )}
    </Page>
  );
}

/** What the address asks for and isn't shown. */
function LeftOut({ found: { missing, beyond }, ignored }: { found: Found; ignored: number }) {
  const gone = missing + ignored;
  const said = [
    ...(gone > 0
      ? [`${gone === 1 ? 'One entry was' : `${gone} entries were`} left out: only published reviews are compared, each once.`]
      : []),
    ...(beyond > 0 ? [`Only the first ${mostCompared} products are shown.`] : []),
  ];
  return said.length === 0 ? null : (
    <p role="status" className="mt-4 max-w-measure text-small text-secondary">
      {said.join(' ')}
    </p>
  );
}
