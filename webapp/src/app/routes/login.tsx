// /admin-login, and from there back to where the admin was: a tab of the dashboard, or a page of the past
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { sessionQuery } from '@/features/session/api/session';
import { LoginForm } from '@/features/session/components/login-form';
import type { PageHead } from '@/lib/page-head';
import { sessionExpired, useSession } from '@/stores/session';
import { returnAddress } from '../return-address';

const head: PageHead = { title: 'Admin Login', description: 'Sign in to manage this site.', path: '/admin-login', index: false };

export default function LoginRoute() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const session = useSession();
  // With a session, after the back button or by hand, this page isn't needed.
  const [signedIn] = useState(session.loginTime !== null && !sessionExpired(session));
  const { state, search } = useLocation() as { state: { from?: string } | null; search: string };
  // Requests for the past without a session are redirected here. The cookie may only have been missing, because browsers
  // don't send it when a link on another site is followed: so the session is checked before the password is asked for.
  const past = returnAddress(search, location.origin);
  const server = useQuery({ ...sessionQuery, enabled: past !== null });
  const known = server.data?.authenticated === true;
  useEffect(() => {
    if (past && known) location.replace(past);
  }, [past, known]);
  const from = state?.from?.startsWith('/admin/') ? state.from : '/admin/reviews';
  const enter = () => {
    queryClient.removeQueries({ queryKey: ['admin'] });
    if (past) location.replace(past);
    else void navigate(from, { replace: true });
  };
  if (past && (server.isPending || known)) {
    return (
      <p role="status" className="p-8 text-muted">
        Checking your session...
      </p>
    );
  }
  if (signedIn && !past) return <Navigate to={from} replace />;
  return (
    <Page head={head}>
      <div className="mx-auto max-w-md border-t-2 border-primary pt-6">
        <h1 className="text-h3">Admin Login</h1>
        <p className="mt-2 mb-8 text-secondary">Sign in to your dashboard.</p>
        <LoginForm onSuccess={enter} />
      </div>
    </Page>
  );
}
