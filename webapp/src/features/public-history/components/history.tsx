// The public history of a review or an article: every version that readers could see, newest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Breadcrumb } from '@/components/ui/breadcrumb';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/state';
import type { PublicHistory } from '@/lib/api-types';
import { excerpt } from '@/lib/excerpt';
import { formatDate } from '@/lib/format';
import { historyQuery, listed, type Kind } from '../api/history';
import { PictureEntry } from './picture-entry';
import { ScoreChart } from './score-chart';
import { VersionEntry } from './version-entry';

interface Props {
  kind: Kind;
  id: number;
  pages: readonly PublicHistory[];
}

/** The most characters of the title in the breadcrumb. */
const crumb = 40;

/** The item's title, in the newest version that isn't withheld. */
export const titleOf = (kind: Kind, id: number, pages: readonly PublicHistory[]): string =>
  pages.flatMap((page) => page.versions).find((v) => v.title !== '')?.title ?? `${kind === 'reviews' ? 'Review' : 'Tech article'} ${id}`;

export function History({ kind, id, pages }: Props) {
  const { isError, isFetchingNextPage, hasNextPage, fetchNextPage } = useInfiniteQuery(historyQuery(kind, id));
  const { noun, list } = listed[kind];
  const entries = pages.flatMap((page) => page.versions);
  const versions = entries.filter(({ type }) => type !== 'picture');
  const item = `${list.to}/${id}`;
  const path = `${item}/history`;
  const title = titleOf(kind, id, pages);
  const first = versions.at(-1);
  const only = pages[0]?.mode === 'corrections';
  return (
    <>
      <Breadcrumb above={[{ to: '/', name: 'Home' }, list, { to: item, name: excerpt(title, crumb) }]} here="History" />
      <header className="mt-6 max-w-3xl">
        <p className="kicker">Version history</p>
        <h1 dir="auto" className="mt-3 text-h3 sm:text-h2">
          {title}
        </h1>
        <p className="mt-5 max-w-measure text-body text-secondary">
          {only
            ? `This ${noun} as it was first published, and every correction and update since: what changed, when and why.`
            : `Every version of this ${noun} that readers could see: what changed, when and why.`}
        </p>
        <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-small text-muted">
          <span className="tabular-nums">{countOf(versions.length, hasNextPage)}</span>
          {first && !hasNextPage ? (
            <span>
              First published <time dateTime={first.at}>{formatDate(first.at)}</time>
            </span>
          ) : null}
          <Link data-noprint to={item} className="font-semibold text-accent underline-offset-4 hover:underline">
            Read the {noun}
          </Link>
        </p>
      </header>
      <ScoreChart versions={versions} />
      <ol aria-label="Versions, newest first" className="mt-10 border-b border-rule">
        {entries.map((entry, i) =>
          entry.type === 'picture' ? (
            <PictureEntry key={`picture-${entry.position}-${i}`} entry={entry} />
          ) : (
            <VersionEntry key={entry.revision} version={entry} isFirst={!hasNextPage && i === entries.length - 1} path={path} />
          ),
        )}
      </ol>
      {isError ? (
        <div className="mt-10">
          <ErrorState what="Earlier versions" retry={() => void fetchNextPage()} />
        </div>
      ) : hasNextPage ? (
        <p data-needs-script data-noprint className="mt-8">
          <Button variant="plain" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading...' : 'Show earlier versions'}
          </Button>
        </p>
      ) : null}
    </>
  );
}

/** '20 versions', of which there may be more. */
function countOf(shown: number, hasMore: boolean): string {
  const count = shown === 1 ? 'version' : `${shown} versions`;
  return hasMore ? `The newest ${count}` : shown === 1 ? `1 ${count}` : count;
}
