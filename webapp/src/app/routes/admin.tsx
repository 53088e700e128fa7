// /admin/{tab}: the dashboard, /admin/{tab}/new or /admin/{tab}/{id}/edit with an editor over it, and /admin/media/{id} with a picture.
// Each tab's code is loaded when the tab is opened.
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { dropAllCopies } from '@/components/editor/device-copies';
import { Page } from '@/components/layout/page';
import { Button } from '@/components/ui/button';
import { Tips } from '@/components/ui/tooltip';
import { AdminTabs } from '@/features/admin/components/admin-tabs';
import { LogNotice } from '@/features/admin/components/log-notice';
import { TabSkeleton } from '@/features/admin/components/tab-skeleton';
import { TimeTravel } from '@/features/admin/components/time-travel';
import { logout } from '@/features/session/api/logout';
import { endSession } from '@/stores/session';
import { showToast } from '@/stores/toasts';
import { editorAddress } from '@/components/editor/editor-path';
import { pictureAddress } from '@/features/media/picture-address';
import { heads } from '../heads';
import { useAdminGate } from '../use-admin-gate';

const hasEditor = (path: string) => editorAddress(path) !== null;

const tabs = [
  { name: 'reviews', to: '/admin/reviews', label: 'Reviews', isOver: hasEditor, Screen: lazy(() => import('./admin-reviews')) },
  { name: 'articles', to: '/admin/articles', label: 'Tech Articles', isOver: hasEditor, Screen: lazy(() => import('./admin-articles')) },
  { name: 'pages', to: '/admin/pages', label: 'Pages', isOver: hasEditor, Screen: lazy(() => import('./admin-pages')) },
  { name: 'media', to: '/admin/media', label: 'Media', isOver: (path: string) => pictureAddress(path) !== null, Screen: lazy(() => import('@/features/media/components/media-tab')) },
  { name: 'messages', to: '/admin/messages', label: 'Messages', Screen: lazy(() => import('@/features/messages/components/messages-tab')) },
  { name: 'analytics', to: '/admin/analytics', label: 'Analytics', Screen: lazy(() => import('@/features/analytics/components/analytics-tab')) },
  { name: 'api', to: '/admin/api', label: 'API Management', Screen: lazy(() => import('@/features/api-keys/components/api-tab')) },
  { name: 'activity', to: '/admin/activity', label: 'Activity Logs', Screen: lazy(() => import('@/features/activity/components/activity-tab')) },
];

export default function AdminRoute() {
  const gate = useAdminGate();
  const queryClient = useQueryClient();
  const location = useLocation();
  const { tab, item } = useParams();
  const current = tabs.find(({ name }) => name === tab);

  const leave = async () => {
    try {
      await logout();
    } catch {
      showToast({ variant: 'destructive', title: 'Error', description: 'Could not log out. Please try again.' });
      return;
    }
    endSession();
    dropAllCopies();
    queryClient.removeQueries({ queryKey: ['admin'] });
    showToast({ title: 'Logged Out', description: 'You have been successfully logged out.' });
  };

  if (gate.state === 'out') return <Navigate to="/admin-login" replace state={{ from: location.pathname + location.search }} />;
  if (!current) return <Navigate to="/admin/reviews" replace />;
  if (item !== undefined && !current.isOver?.(location.pathname)) return <Navigate to={current.to} replace />;
  const signedIn = gate.state === 'in';
  const skeleton = <TabSkeleton label={`Loading ${current.label}...`} />;
  return (
    <Page head={{ ...heads.admin, title: `${current.label} · ${heads.admin.title}`, path: current.to }}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h4 md:text-h3">Dashboard</h1>
        <div className="flex flex-wrap gap-3">
          <TimeTravel />
          <Button variant="plain" onClick={() => void leave()}>
            Logout
          </Button>
        </div>
      </div>
      <Tips>
        <>
          <AdminTabs tabs={tabs} unreadAt="/admin/messages" signedIn={signedIn} />
          {signedIn ? <LogNotice /> : null}
          <div className="pt-8">{signedIn ? <Suspense fallback={skeleton}><current.Screen /></Suspense> : skeleton}</div>
        </>
      </Tips>
    </Page>
  );
}
