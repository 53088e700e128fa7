// /admin: the signed-in admin's first page
import { useQueryClient } from '@tanstack/react-query';
import { Link, Navigate } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { Button } from '@/components/ui/button';
import { Overview } from '@/features/admin/components/overview';
import { logout } from '@/features/session/api/logout';
import { endSession } from '@/stores/session';
import { showToast } from '@/stores/toasts';
import { useAdminGate } from '../use-admin-gate';
import { heads } from '../heads';

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

export default function AdminRoute() {
  const gate = useAdminGate();
  const queryClient = useQueryClient();

  const leave = async () => {
    try {
      await logout();
    } catch {
      showToast({ variant: 'destructive', title: 'Error', description: 'Could not log out. Please try again.' });
      return;
    }
    endSession();
    queryClient.removeQueries({ queryKey: ['admin'] });
    showToast({ title: 'Logged Out', description: 'You have been successfully logged out.' });
  };

  if (gate.state === 'out') return <Navigate to="/admin-login" replace />;
  return (
    <Page head={heads.admin}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h3">Dashboard</h1>
        <Button variant="plain" onClick={() => void leave()}>
          Logout
        </Button>
      </div>
      {gate.state === 'checking' ? (
        <p role="status" className="mt-8 text-muted">
          Checking your session...
        </p>
      ) : (
        <>
          <p className="mt-2 mb-8 text-secondary">
            Signed in as <strong className="text-primary">{gate.username}</strong> since <time dateTime={gate.since.toISOString()}>{time.format(gate.since)}</time>.
          </p>
          <Overview />
          <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2">
            <Link to="/reviews" className="text-link">
              Published reviews
            </Link>
            <Link to="/tech-articles" className="text-link">
              Published articles
            </Link>
          </p>
        </>
      )}
    </Page>
  );
}
