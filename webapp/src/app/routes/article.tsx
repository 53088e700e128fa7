// /tech-articles/{id}
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { buttonLook } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/state';
import { articleQuery } from '@/features/articles/api/article';
import { ArticleStory } from '@/features/articles/components/article-story';
import { articleData } from '@/features/articles/linked-data';
import { useSite } from '@/hooks/use-site';
import { ApiError } from '@/lib/api-client';
import { categoriesQuery } from '@/lib/categories';
import { descriptionOf } from '@/lib/description';
import { headImageOf } from '@/lib/head-image';
import { modificationOf, publicationOf } from '@/lib/publication';
import { MissingPage } from '../missing-page';
import { parseId } from '../parse-id';

export default function ArticleRoute() {
  const { id: text = '' } = useParams();
  const id = parseId(text);
  return id === null ? <NotFound path={`/tech-articles/${text}`} /> : <LoadedArticle key={id} id={id} />;
}

function NotFound({ path }: { path: string }) {
  return (
    <MissingPage
      head={{ title: 'Tech Article Not Found', description: 'This tech article could not be found.', path }}
      title="Tech Article Not Found"
      action={
        <Link to="/tech-articles" className={buttonLook()}>
          Back to Tech Articles
        </Link>
      }
    >
      <p>The tech article you're looking for could not be found.</p>
    </MissingPage>
  );
}

function LoadedArticle({ id }: { id: number }) {
  const { data: article, error, refetch } = useQuery(articleQuery(id));
  const site = useSite();
  const categories = useQuery(categoriesQuery).data ?? [];
  const path = `/tech-articles/${id}`;
  if (article) {
    const head = {
      title: article.title,
      description: descriptionOf(article.excerpt, article.contentText),
      path,
      keywords: `${article.category}, tech news`,
      image: headImageOf(article, article.imageUrl),
      type: 'article' as const,
      published: publicationOf(article),
      modified: modificationOf(article),
      data: articleData(article, site, categories.find(({ slug }) => slug === article.category.toLowerCase())?.name),
    };
    return (
      <Page head={head}>
        <ArticleStory article={article} related history={site.publicHistory === 'off' ? undefined : `${path}/history`} />
      </Page>
    );
  }
  if (error instanceof ApiError && error.status === 404) return <NotFound path={path} />;
  return (
    <Page head={null}>
      {error ? (
        <ErrorState what="The tech article" retry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading tech article..." className="mx-auto grid max-w-3xl gap-4">
          <div className="h-4 w-48 skeleton" />
          <div className="h-12 skeleton" />
          <div className="h-12 w-2/3 skeleton" />
          <div className="mt-4 aspect-2/1 skeleton" />
        </div>
      )}
    </Page>
  );
}
