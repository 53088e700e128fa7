// /category/{slug}, with what its list is narrowed to, its order and its page as its address's query
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useLocation, useParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { choices } from '@/components/list/choices';
import { PagedList } from '@/components/list/paged-list';
import { buttonLook } from '@/components/ui/button';
import { CardSkeletons } from '@/components/ui/skeleton';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { CompareTray } from '@/features/reviews/components/compare-tray';
import { CategoryHeader } from '@/features/categories/components/category-header';
import { reviewPages } from '@/features/reviews/api/review-pages';
import { ReviewCards } from '@/features/reviews/components/review-cards';
import { useListHead } from '@/hooks/use-list-head';
import type { Category } from '@/lib/api-types';
import { categoryQuery } from '@/lib/categories';
import { breadcrumbs } from '@/lib/linked-data';
import { categoryParameters } from '@/lib/list-address';
import { categoryPath } from '@/lib/name-path';
import { MissingListPage } from '../missing-list-page';
import { MissingPage } from '../missing-page';
import { useCategories } from '../use-categories';
import { listHead, useListAddress } from '../use-paged-list';
import { usePages } from '../use-pages';

const ownChoices = choices.filter(({ name }) => name !== 'category');

const noun = { one: 'review', many: 'reviews' };

export default function CategoryRoute() {
  const { slug = '' } = useParams();
  const { query } = useCategories();
  const category = query.data?.find((c) => c.slug === slug);
  if (category) return <CategoryScreen key={slug} category={category} />;
  if (query.data) return <NoCategory key={slug} slug={slug} />;
  return (
    <Page head={null}>
      {query.isError ? <ErrorState what="The category" retry={() => void query.refetch()} /> : <CardSkeletons label="Loading reviews..." />}
    </Page>
  );
}

/** That there is no such category, unless one had the slug before. */
function NoCategory({ slug }: { slug: string }) {
  const { data: moved } = useQuery(categoryQuery(slug));
  const { search } = useLocation();
  if (moved) return <Navigate to={categoryPath(moved) + search} replace />;
  return (
    <MissingPage
      head={{ title: 'Category Not Found', description: 'This category does not exist.', path: categoryPath({ slug }) }}
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

function CategoryScreen({ category }: { category: Category }) {
  const { slug, name } = category;
  const path = categoryPath(category);
  const address = useListAddress(categoryParameters);
  const { list, facets, total, beyond } = usePages(reviewPages, { ...address, filter: { ...address.filter, category: slug } });
  const { categoryOf } = useCategories();
  const top = useListHead();
  const { filter } = address;
  const page = address.page ?? 1;
  if (beyond) return <MissingListPage path={path} name={name} filter={filter} />;
  const head = {
    title: name,
    description: category.description?.trim() || `Honest reviews in the category ${name}.`,
    path,
    keywords: `${name}, reviews`,
    data: [breadcrumbs({ name, path })],
  };
  return (
    <Page head={listHead(head, address, page, total)}>
      <CategoryHeader category={category} />
      <div className="mt-10 border-t-2 border-primary pt-6">
        <PagedList
          path={path}
          filter={filter}
          page={page}
          list={list}
          facets={facets}
          choices={ownChoices}
          ordered
          noun={noun}
          head={top}
          title={(total) => (total === undefined ? 'Reviews' : `Reviews (${total})`)}
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
        >
          {(items) => <ReviewCards reviews={items} categoryOf={categoryOf} />}
        </PagedList>
      </div>
      <CompareTray />
    </Page>
  );
}
