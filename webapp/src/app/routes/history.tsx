// /reviews/{id}/history, /tech-articles/{id}/history, and a version below each: /reviews/{id}/history/{revision}
import { useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { buttonLook } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/state';
import { ArticleStory } from '@/features/articles/components/article-story';
import {
  articleVersionQuery,
  historyQuery,
  listed,
  reviewVersionQuery,
  type Kind,
  type ReadVersion,
} from '@/features/public-history/api/history';
import { History, titleOf } from '@/features/public-history/components/history';
import { Version } from '@/features/public-history/components/version';
import { momentOf } from '@/lib/moment';
import { ReviewArticle } from '@/features/reviews/components/review-article';
import { ApiError } from '@/lib/api-client';
import { breadcrumbs } from '@/lib/linked-data';
import type { Rendered } from '@/lib/rendered';
import { MissingPage } from '../missing-page';
import { parseId } from '../parse-id';
import { parseRevision } from '../parse-revision';
import { useCategories } from '../use-categories';

export default function HistoryRoute() {
  const { pathname } = useLocation();
  const { id: text, revision: at } = useParams();
  const kind: Kind = pathname.startsWith('/reviews/') ? 'reviews' : 'news';
  const [id, revision] = [parseId(text), at === undefined ? undefined : parseRevision(at)];
  if (id === null || revision === null) return <NotFound kind={kind} />;
  if (revision === undefined) return <LoadedHistory key={pathname} kind={kind} id={id} />;
  return kind === 'reviews' ? (
    <ReviewVersion key={pathname} id={id} revision={revision} />
  ) : (
    <ArticleVersion key={pathname} id={id} revision={revision} />
  );
}

function LoadedHistory({ kind, id }: { kind: Kind; id: number }) {
  const { data, error, refetch } = useInfiniteQuery(historyQuery(kind, id));
  const { list, noun } = listed[kind];
  const item = `${list.to}/${id}`;
  const path = `${item}/history`;
  if (!data) return <Missing kind={kind} error={error} what="The history" retry={() => void refetch()} />;
  const title = titleOf(kind, id, data.pages);
  const head = {
    title: `History: ${title}`,
    description: `Every version of this ${noun} that readers could see: what changed, when and why.`,
    path,
    data: [breadcrumbs({ name: list.name, path: list.to }, { name: title, path: item }, { name: 'History', path })],
  };
  return (
    <Page head={head}>
      <History kind={kind} id={id} pages={data.pages} />
    </Page>
  );
}

function ReviewVersion({ id, revision }: { id: number; revision: number }) {
  const { categoryOf } = useCategories();
  return (
    <LoadedVersion kind="reviews" id={id} query={useQuery(reviewVersionQuery(id, revision))}>
      {(review) => <ReviewArticle review={review} category={categoryOf(review.categoryId)} />}
    </LoadedVersion>
  );
}

function ArticleVersion({ id, revision }: { id: number; revision: number }) {
  return (
    <LoadedVersion kind="news" id={id} query={useQuery(articleVersionQuery(id, revision))}>
      {(article) => <ArticleStory article={article} />}
    </LoadedVersion>
  );
}

interface VersionProps<Item> {
  kind: Kind;
  id: number;
  query: UseQueryResult<ReadVersion<Item>>;
  children: (item: Rendered<Item>) => ReactNode;
}

function LoadedVersion<Item>({ kind, id, query: { data: version, error, refetch }, children }: VersionProps<Item>) {
  const { pathname } = useLocation();
  const { list, noun } = listed[kind];
  const item = `${list.to}/${id}`;
  if (!version) return <Missing kind={kind} error={error} what="The version" retry={() => void refetch()} />;
  const moment = momentOf(version.at);
  const title = version.title === '' ? `Withheld version, ${moment}` : `${version.title}, version of ${moment}`;
  // An old version is for readers who follow a link, not for search engines.
  const head = { title, description: `This ${noun} as it read on ${moment}.`, path: pathname, index: false };
  return (
    <Page head={head}>
      {version.item ? null : <h1 className="mb-8 text-h3 sm:text-h2">Withheld version</h1>}
      <Version version={version} noun={noun} item={item} history={`${item}/history`}>
        {version.item ? children(version.item) : null}
      </Version>
    </Page>
  );
}

/** Shown without data: it is missing, could not be loaded, or is loading. */
function Missing({ kind, error, what, retry }: { kind: Kind; error: Error | null; what: string; retry: () => void }) {
  if (error instanceof ApiError && error.status === 404) return <NotFound kind={kind} />;
  return (
    <Page head={null}>
      {error ? (
        <ErrorState what={what} retry={retry} />
      ) : (
        <div role="status" aria-label="Loading history..." className="grid max-w-3xl gap-4">
          <div className="h-4 w-48 skeleton" />
          <div className="h-12 skeleton" />
          <div className="mt-8 h-36 skeleton" />
          <div className="mt-8 h-24 skeleton" />
          <div className="h-24 skeleton" />
        </div>
      )}
    </Page>
  );
}

function NotFound({ kind }: { kind: Kind }) {
  const { pathname } = useLocation();
  const { list, noun } = listed[kind];
  return (
    <MissingPage
      head={{ title: 'History Not Found', description: 'This history could not be found.', path: pathname }}
      title="History Not Found"
      action={
        <Link to={list.to} className={buttonLook()}>
          {list.name}
        </Link>
      }
    >
      <p>There is no such version that readers could see. The {noun} may no longer be published.</p>
    </MissingPage>
  );
}
