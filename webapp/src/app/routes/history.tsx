// /reviews/{id}/history and /tech-articles/{id}/history
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { MessagePage, Page } from '@/components/layout/page';
import { buttonLook } from '@/components/ui/button';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { ErrorState } from '@/components/ui/state';
import { historyQuery, type VersionedKind } from '@/features/versions/api/history';
import { VersionList } from '@/features/versions/components/version-list';
import { ApiError } from '@/lib/api-client';
import { parseId } from '../parse-id';

interface Item {
  kind: VersionedKind;
  /** What readers call it. */
  noun: string;
  /** The folder of its pages. */
  folder: string;
}

function HistoryRoute({ item }: { item: Item }) {
  const { id: text = '' } = useParams();
  const id = parseId(text);
  return id === null ? <NotFound item={item} text={text} /> : <History key={id} item={item} id={id} />;
}

function NotFound({ item: { noun, folder }, text }: { item: Item; text: string }) {
  return (
    <MessagePage
      head={{ title: 'History Not Found', description: 'This history could not be found.', path: `${folder}/${text}/history` }}
      title="History Not Found"
      action={
        <Link to={folder} className={buttonLook()}>
          All {noun}s
        </Link>
      }
    >
      <p>The {noun} may have been unpublished or removed, or this site doesn’t show earlier versions.</p>
    </MessagePage>
  );
}

function History({ item, id }: { item: Item; id: number }) {
  const history = useInfiniteQuery(historyQuery(item.kind, id));
  const path = `${item.folder}/${id}`;
  const pages = history.data?.pages ?? [];
  const versions = pages.flatMap((page) => page.versions);
  if (history.error instanceof ApiError && history.error.status === 404) return <NotFound item={item} text={String(id)} />;
  if (pages.length === 0) {
    return <Page head={null}>{history.isError ? <ErrorState what="The history" retry={() => void history.refetch()} /> : <RowSkeletons label="Loading history..." />}</Page>;
  }
  const title = versions.find((version) => version.title !== '')?.title ?? '';
  return (
    <Page head={{ title: `History: ${title}`, description: `Every published version of “${title}”: when it changed, why, and what it said before.`, path: `${path}/history` }}>
      <p className="text-small text-muted">
        <Link to={path} className="underline underline-offset-4 hover:text-primary">
          {title}
        </Link>
      </p>
      <h1 className="mt-2 text-h2 sm:text-h1">History</h1>
      <p className="mt-4 max-w-measure text-body text-secondary">
        {pages[0]?.mode === 'corrections' ? `The first version of this ${item.noun}, and its corrections and updates.` : `Every version of this ${item.noun} that has been published.`}
      </p>
      <div className="mt-8">
        <VersionList versions={versions} busy={history.isFetchingNextPage} onMore={history.hasNextPage ? () => void history.fetchNextPage() : undefined} />
      </div>
    </Page>
  );
}

const review: Item = { kind: 'reviews', noun: 'review', folder: '/reviews' };
const article: Item = { kind: 'news', noun: 'tech article', folder: '/tech-articles' };

export const ReviewHistoryRoute = () => <HistoryRoute item={review} />;
export const ArticleHistoryRoute = () => <HistoryRoute item={article} />;
