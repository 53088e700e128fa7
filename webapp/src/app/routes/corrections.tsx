// /corrections
import { Rss } from 'lucide-react';
import { Page } from '@/components/layout/page';
import { CorrectionList } from '@/features/corrections/components/correction-list';
import { useSite } from '@/hooks/use-site';
import { breadcrumbs } from '@/lib/linked-data';

export default function CorrectionsRoute() {
  const { name, correctionsPolicy } = useSite();
  return (
    <Page
      head={{
        title: 'Corrections',
        description: `Corrections and updates of reviews and articles on ${name}: what changed, when, and what it said before.`,
        path: '/corrections',
        data: [breadcrumbs({ name: 'Corrections', path: '/corrections' })],
      }}
    >
      <h1 className="text-h2 sm:text-h1">Corrections</h1>
      {correctionsPolicy
        .split(/\n+/)
        .filter((line) => line.trim() !== '')
        .map((line, i) => (
          <p key={i} className="mt-4 max-w-measure text-body text-secondary">
            {line}
          </p>
        ))}
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
