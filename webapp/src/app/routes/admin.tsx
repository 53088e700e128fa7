// /admin/{tab}: the dashboard, /admin/{tab}/new or /admin/{tab}/{id}/edit with an editor over it, and /admin/media/{id} with a
// picture; and /admin/settings/{subject}. The dashboard's header is loaded with it.
import '@/styles/admin.css';
import { lazy, Suspense } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { LogNotice } from '@/features/admin/components/log-notice';
import { TabSkeleton } from '@/features/admin/components/tab-skeleton';
import { Overview } from '@/features/overview/components/overview';
import { useHead } from '@/hooks/use-head';
import { loadCode } from '@/lib/load-code';
import { kinds } from '@/lib/kinds';
import type { PageHead } from '@/lib/page-head';
import { adminTabs } from '../admin-tabs';
import { lazyNamed } from '@/lib/lazy-named';
import { useSession } from '@/stores/session';
import { guardRestoredPage } from '../restored-page';
import { useAdminGate, useSessionEnd } from '../use-admin-gate';

export { DashboardHeader } from '../dashboard-header';
export { fetchDashboard } from '../dashboard-queries';

const head = {
  title: 'Admin Dashboard',
  description: "The dashboard of this site's owner.",
  path: '/admin',
  index: false,
} satisfies PageHead;

const Settings = lazy(() => loadCode(() => import('@/features/settings/components/settings')));

const SessionExpired = lazyNamed(() => import('../session-expired'), 'SessionExpired');

guardRestoredPage();

const settings = { name: 'settings', to: '/admin/settings', label: 'Settings', isOver: () => true, Screen: Settings };

/** The tabs that list content have the week's overview above them. */
const withOverview: string[] = Object.values(kinds).map(({ tab }) => tab);

export default function AdminRoute() {
  const gate = useAdminGate();
  useSessionEnd();
  const location = useLocation();
  const asksAgain = useSession(({ asksAgain = false }) => asksAgain);
  const { tab, item } = useParams();
  const current = [...adminTabs, settings].find(({ name }) => name === tab);
  useHead(current ? { ...head, title: `${current.label} · ${head.title}`, path: current.to } : null);

  if (gate.state === 'out') return <Navigate to="/admin-login" replace state={{ from: location.pathname + location.search }} />;
  if (!current) return <Navigate to="/admin/reviews" replace />;
  if (item !== undefined && !current.isOver?.(location.pathname)) return <Navigate to={current.to} replace />;
  const signedIn = gate.state === 'in';
  const skeleton = <TabSkeleton label={`Loading ${current.label}...`} />;
  return (
    <div className="py-5 wrap md:py-8">
      {signedIn ? <LogNotice /> : null}
      {signedIn && withOverview.includes(current.name) ? <Overview /> : null}
      {signedIn ? (
        <Suspense fallback={skeleton}>
          <current.Screen />
        </Suspense>
      ) : (
        skeleton
      )}
      <Suspense>{asksAgain ? <SessionExpired /> : null}</Suspense>
    </div>
  );
}
