// What the admin sees first: how much there is, and what waits.
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@/components/ui/state';
import { countsQuery, type Counts } from '../api/counts';

const figures: { name: string; value: (c: Counts) => number; note: (c: Counts) => string }[] = [
  { name: 'Reviews', value: (c) => c.reviews, note: () => 'published and drafts' },
  { name: 'Tech Articles', value: (c) => c.articles, note: () => 'published and drafts' },
  { name: 'Unread Messages', value: (c) => c.unread, note: (c) => `of ${c.messages} in all` },
];

export function Overview() {
  const counts = useQuery(countsQuery);
  if (counts.isError && !counts.data) return <ErrorState what="The counts" retry={() => void counts.refetch()} />;
  return (
    <dl className="grid border-y border-rule sm:grid-cols-3 sm:divide-x sm:divide-rule" aria-busy={counts.isPending}>
      {figures.map(({ name, value, note }) => (
        <div key={name} className="py-5 sm:px-6 sm:first:pl-0">
          <dt className="kicker">{name}</dt>
          <dd className="mt-1 font-serif text-h2 font-medium lining-nums tabular-nums">{counts.data ? value(counts.data) : '–'}</dd>
          <dd className="text-caption text-muted">{counts.data ? note(counts.data) : 'loading'}</dd>
        </div>
      ))}
    </dl>
  );
}
