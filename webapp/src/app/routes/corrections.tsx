// /corrections, with what it is narrowed to and its page as its address's query
import { Rss } from 'lucide-react';
import { Page } from '@/components/layout/page';
import { correctionChoices } from '@/components/list/choices';
import { count, PagedList } from '@/components/list/paged-list';
import { EmptyState } from '@/components/ui/state';
import { correctionPages } from '@/features/corrections/api/corrections';
import { CorrectionEntry, CorrectionSkeletons } from '@/features/corrections/components/correction-entry';
import { useListHead } from '@/hooks/use-list-head';
import { useSite } from '@/hooks/use-site';
import { breadcrumbs } from '@/lib/linked-data';
import { correctionParameters } from '@/lib/list-address';
import { correctionsPageSize, listPath } from '@/lib/list-links';
import type { PageHead } from '@/lib/page-head';
import type { Site } from '@/lib/site-settings';
import { MissingListPage } from '../missing-list-page';
import { listHead, useListAddress } from '../use-paged-list';
import { usePages } from '../use-pages';

const path = '/corrections';

const headOf = ({ name }: Site): PageHead => ({
  title: 'Corrections',
  description: `Corrections and updates of reviews and articles on ${name}: what changed, when, and what it said before.`,
  path,
  data: [breadcrumbs({ name: 'Corrections', path })],
});

const noun = { one: 'entry', many: 'entries' };

export default function CorrectionsRoute() {
  const site = useSite();
  const head = headOf(site);
  const address = useListAddress(correctionParameters);
  const { list, facets, total, beyond } = usePages(correctionPages, address, true, correctionsPageSize);
  const top = useListHead();
  const { filter } = address;
  const page = address.page ?? 1;
  if (beyond) return <MissingListPage path={path} name="The list of corrections" filter={filter} />;
  return (
    <Page head={listHead(head, address, page, total, correctionsPageSize)}>
      <h1 className="text-h2 sm:text-h1">Corrections</h1>
      {site.correctionsPolicy
        .split(/\n+/)
        .filter((line) => line.trim() !== '')
        .map((line, i) => (
          <p key={i} className="mt-4 max-w-measure text-body text-secondary">
            {line}
          </p>
        ))}
      <p data-noprint className="mt-4">
        <a
          href={listPath('/corrections.xml', filter)}
          className="inline-flex min-h-11 items-center gap-1.5 text-small font-semibold text-accent underline-offset-4 hover:underline"
        >
          <Rss aria-hidden strokeWidth={1.75} className="size-4" />
          {Object.keys(filter).length === 0 ? 'Subscribe to corrections' : 'Subscribe to this selection'}
        </a>
      </p>
      <hr className="mt-4 mb-6 border-rule" />
      <PagedList
        path={path}
        filter={filter}
        page={page}
        list={list}
        facets={facets}
        choices={correctionChoices}
        noun={noun}
        head={top}
        size={correctionsPageSize}
        rows={{ loading: <CorrectionSkeletons /> }}
        title={(total) => (total === undefined ? 'All entries' : count(total, noun))}
        empty={
          <EmptyState title="No corrections yet">
            When we correct or update something that we have published, it will be listed here with what it said before.
          </EmptyState>
        }
      >
        {(items) => items.map((one) => <CorrectionEntry key={`${one.kind}-${one.id}-${one.revision}`} correction={one} />)}
      </PagedList>
    </Page>
  );
}
