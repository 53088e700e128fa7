// /corrections
import { Rss } from 'lucide-react';
import { Page } from '@/components/layout/page';
import { CorrectionList } from '@/features/corrections/components/correction-list';
import { breadcrumbs } from '@/lib/linked-data';
import type { PageHead } from '@/lib/page-head';

// Not in heads.ts, which every reader loads.
const head: PageHead = {
  title: 'Corrections',
  description: 'Corrections and updates of reviews and articles on Candor: what changed, when, and what it said before.',
  path: '/corrections',
  data: [breadcrumbs({ name: 'Corrections', path: '/corrections' })],
};

export default function CorrectionsRoute() {
  return (
    <Page head={head}>
      <h1 className="text-h2 sm:text-h1">Corrections</h1>
      <p className="mt-4 max-w-measure text-body text-secondary">
        When something we published was wrong, or has changed since, we say so: on its own page, and here, with the date, the reason and what it said before. Typos aren’t listed.
      </p>
      <p data-noprint className="mt-4 mb-10">
        <a href="/corrections.xml" className="inline-flex min-h-11 items-center gap-1.5 text-small font-semibold text-accent underline-offset-4 hover:underline">
          <Rss aria-hidden strokeWidth={1.75} className="size-4" />
          Subscribe to corrections
        </a>
      </p>
      <CorrectionList />
    </Page>
  );
}
