// The page of a tag, a brand or an author: the reviews and the articles that have it, below its description or an author's profile.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { Breadcrumb } from '@/components/ui/breadcrumb';
import { buttonLook } from '@/components/ui/button';
import { CardSkeletons } from '@/components/ui/skeleton';
import { ErrorState } from '@/components/ui/state';
import { articleFacetsQuery } from '@/features/articles/api/article-pages';
import { ArticleGrid } from '@/features/articles/components/article-grid';
import { reviewFacetsQuery } from '@/features/reviews/api/review-pages';
import { CompareTray } from '@/features/reviews/components/compare-tray';
import { nameQuery } from '@/features/names/api/name';
import { AuthorProfile } from '@/features/names/components/author-profile';
import { CategoryCounts } from '@/features/names/components/category-counts';
import { namePageData } from '@/features/names/linked-data';
import { ReviewGrid } from '@/features/reviews/components/review-grid';
import { descriptionOf } from '@/lib/description';
import { namePath, type NameKind } from '@/lib/name-path';
import { MissingPage } from './missing-page';
import { nameKinds } from './name-kinds';
import { isCounted, nameFilters } from './name-lists';
import { isMissing } from './page-data';
import { useCategories } from './use-categories';

/** A heading of a list, with how many it has, and of each category; none above an empty one. */
const countOf = (what: string, counts?: ReactNode) => (total: number | undefined) =>
  total === 0 ? null : (
    <>
      <h2 className="mt-10 mb-8 border-t-2 border-primary pt-4 text-h4">{total === undefined ? what : `${what} (${total})`}</h2>
      {counts}
    </>
  );

/** How many items of each category a tag or a brand has; undefined while that isn't known, and of an author. */
function useCounts(kind: NameKind, slug: string | undefined) {
  const { reviews, articles } = nameFilters[kind](slug ?? '');
  const enabled = isCounted(kind) && slug !== undefined;
  const ofReviews = useQuery({ ...reviewFacetsQuery({ ...reviews }), enabled });
  const ofArticles = useQuery({ ...articleFacetsQuery({ ...articles }), enabled: enabled && articles !== undefined });
  return { reviews: ofReviews.data, articles: ofArticles.data };
}

export function NamePage({ kind }: { kind: NameKind }) {
  const { slug = '' } = useParams();
  const { data: name, error, refetch } = useQuery(nameQuery(kind, slug));
  const { categoryOf } = useCategories();
  const { noun, heading, describe } = nameKinds[kind];
  const counts = useCounts(kind, name?.slug);
  const path = namePath(kind, name ?? { slug });
  if (name) {
    const { reviews, articles } = nameFilters[kind](name.slug);
    const { profile } = name;
    const title = heading(name.name, counts.reviews?.total, counts.articles?.total);
    const description = descriptionOf(name.description, profile?.excerpt ?? '') || describe(name.name);
    const image = profile?.pictureUrl ? { url: profile.pictureUrl } : undefined;
    return (
      <Page head={{ title, description, path, keywords: name.name, image, data: namePageData(kind, name, description, path) }}>
        <header>
          <Breadcrumb above={[{ to: '/', name: 'Home' }]} here={name.name} />
          <h1 className="mt-6 text-h2 wrap-anywhere sm:text-h1">{title}</h1>
          {name.description ? (
            <p className="mt-4 max-w-measure text-body whitespace-pre-line text-secondary wrap-anywhere">{name.description}</p>
          ) : null}
          {profile ? <AuthorProfile name={name.name} profile={profile} /> : null}
        </header>
        <ReviewGrid
          key={path}
          filter={reviews}
          categoryOf={categoryOf}
          heading={countOf(
            'Reviews',
            counts.reviews && (
              <CategoryCounts label="Reviews by category" path="/reviews" filter={{ ...reviews }} categories={counts.reviews.categories} />
            ),
          )}
          empty={null}
        />
        {articles ? (
          <ArticleGrid
            filter={articles}
            heading={countOf(
              'Tech Articles',
              counts.articles && (
                <CategoryCounts
                  label="Articles by category"
                  path="/tech-articles"
                  filter={{ ...articles }}
                  categories={counts.articles.categories}
                />
              ),
            )}
            empty={null}
          />
        ) : null}
        <CompareTray />
      </Page>
    );
  }
  if (isMissing(error)) {
    const detail = `This ${noun.toLowerCase()} could not be found.`;
    return (
      <MissingPage
        head={{ title: `${noun} Not Found`, description: detail, path }}
        title={`${noun} Not Found`}
        action={
          <Link to="/" className={buttonLook()}>
            Back to Home
          </Link>
        }
      >
        <p>{detail}</p>
      </MissingPage>
    );
  }
  return (
    <Page head={null}>
      {error ? (
        <ErrorState what={`The ${noun.toLowerCase()}`} retry={() => void refetch()} />
      ) : (
        <CardSkeletons label="Loading reviews..." />
      )}
    </Page>
  );
}
