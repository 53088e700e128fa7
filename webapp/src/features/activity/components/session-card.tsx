// Who is signed in, since when and until when, and how much the site holds.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fullDate } from '@/components/ui/time-ago';
import { overviewQuery } from '@/lib/overview';
import { sessionQuery } from '../api/session';

export function SessionCard() {
  const session = useQuery(sessionQuery).data;
  const counts = useQuery(overviewQuery).data;
  return (
    <section aria-labelledby="session-title">
      <h3 id="session-title" className="text-body font-semibold">
        Current session
      </h3>
      <dl className="mt-3 grid gap-x-8 border-y border-rule text-small max-lg:grid-cols-2 max-sm:grid-cols-1 lg:grid-cols-[1fr_1.6fr_1.6fr_0.8fr_0.8fr]">
        <Fact name="Admin user">{session?.username}</Fact>
        <Fact name="Login time">
          <Moment iso={session?.loginTime} />
        </Fact>
        <Fact name="Session ends">
          <Moment iso={session?.expiresAt} />
        </Fact>
        <Fact name="Reviews">{counts?.reviews.total}</Fact>
        <Fact name="News articles">{counts?.articles.total}</Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="py-3 max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:py-2">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold tabular-nums">{children ?? '–'}</dd>
    </div>
  );
}

function Moment({ iso }: { iso: string | undefined }) {
  return iso ? <time dateTime={iso}>{fullDate(iso)}</time> : '–';
}
