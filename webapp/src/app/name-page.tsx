// The page of a tag, a brand or an author: the reviews and the articles that have it, below what an author's profile says.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { Breadcrumb } from '@/components/ui/breadcrumb';
import { buttonLook } from '@/components/ui/button';
import { CardSkeletons } from '@/components/ui/skeleton';
import { ErrorState } from '@/components/ui/state';
import { ArticleGrid } from '@/features/articles/components/article-grid';
import { CompareTray } from '@/features/reviews/components/compare-tray';
import { nameQuery } from '@/features/names/api/name';
import { AuthorProfile } from '@/features/names/components/author-profile';
import { namePageData } from '@/features/names/linked-data';
import { ReviewGrid } from '@/features/reviews/components/review-grid';
import { descriptionOf } from '@/lib/description';
import { namePath, type NameKind } from '@/lib/name-path';
import { MissingPage } from './missing-page';
import { nameKinds } from './name-kinds';
import { isMissing } from './page-data';
import { useCategories } from './use-categories';

/** A heading of a list, with how many it has; none above an empty one. */
const countOf = (what: string) => (total: number | undefined) =>
  total === 0 ? null : <h2 className="mt-10 mb-8 border-t-2 border-primary pt-4 text-h4">{total === undefined ? what : `${what} (${total})`}</h2>;

export function NamePage({ kind }: { kind: NameKind }) {
  const { slug = '' } = useParams();
  const { data: name, error, refetch } = useQuery(nameQuery(kind, slug));
  const { categoryOf } = useCategories();
  const { noun, describe, filters } = nameKinds[kind];
  const path = namePath(kind, name ?? { slug });
  if (name) {
    const { reviews, articles } = filters(name.slug);
    const { profile } = name;
    const description = descriptionOf(null, profile?.excerpt ?? '') || describe(name.name);
    const image = profile?.pictureUrl ? { url: profile.pictureUrl } : undefined;
    return (
      <Page head={{ title: name.name, description, path, keywords: name.name, image, data: namePageData(kind, name, description, path) }}>
        <header>
          <Breadcrumb above={[{ to: '/', name: 'Home' }]} here={name.name} />
          <h1 className="mt-6 text-h2 sm:text-h1">{name.name}</h1>
          {profile ? <AuthorProfile name={name.name} profile={profile} /> : null}
        </header>
        <ReviewGrid key={path} filter={reviews} categoryOf={categoryOf} heading={countOf('Reviews')} empty={null} />
        {articles ? <ArticleGrid filter={articles} heading={countOf('Tech Articles')} empty={null} /> : null}
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
  return <Page head={null}>{error ? <ErrorState what={`The ${noun.toLowerCase()}`} retry={() => void refetch()} /> : <CardSkeletons label="Loading reviews..." />}</Page>;
}
