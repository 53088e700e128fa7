// /corrections
import { Rss } from 'lucide-react';
import { Page } from '@/components/layout/page';
import { CorrectionList } from '@/features/corrections/components/correction-list';
import { breadcrumbs } from '@/lib/linked-data';
import type { PageHead } from '@/lib/seo';

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
        What we got wrong, and what has changed since we published it: with the date, and what it said before. Typos aren’t listed.
      </p>
      <a href="/corrections.xml" data-noprint className="mt-4 inline-flex min-h-9 items-center gap-1.5 text-small text-secondary underline underline-offset-4 hover:text-primary">
        <Rss aria-hidden strokeWidth={1.75} className="size-4" />
        Follow corrections in a feed reader
      </a>
      <div className="mt-8">
        <CorrectionList />
      </div>
    </Page>
  );
}
