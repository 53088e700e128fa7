// The tab Activity Logs: the session, what admins did, and the audit trail of every change by anyone.
import { Link } from 'react-router-dom';
import { useListParams } from '@/hooks/use-list-params';
import { ProofCard } from './proof-card';
import { RecentActivity } from './recent-activity';
import { SessionCard } from './session-card';
import { Trail } from './trail';

const views = [
  { name: undefined, to: '/admin/activity', label: 'Recent activity' },
  { name: 'trail', to: '/admin/activity?view=trail', label: 'Audit trail' },
];

export default function ActivityTab() {
  const { value } = useListParams();
  const current = value('view') === 'trail' ? 'trail' : undefined;
  return (
    <section aria-labelledby="activity-title">
      <h2 id="activity-title" className="mb-6 text-h5">
        Activity Logs
      </h2>
      <SessionCard />
      <ProofCard />
      <nav aria-label="Activity" className="mt-10 mb-4">
        <ul className="flex gap-6">
          {views.map(({ name, to, label }) => (
            <li key={label}>
              <Link
                to={to}
                preventScrollReset
                aria-current={name === current ? 'page' : undefined}
                className="flex min-h-9 items-center border-b-2 border-transparent text-body font-semibold text-secondary hover:text-primary aria-[current]:border-primary aria-[current]:text-primary pointer-coarse:min-h-control"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {current === 'trail' ? <Trail /> : <RecentActivity />}
    </section>
  );
}
