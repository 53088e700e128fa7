// /admin-login, and from there back to where the admin was
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { LoginForm } from '@/features/session/components/login-form';
import { sessionExpired, useSession } from '@/stores/session';
import { heads } from '../heads';

export default function LoginRoute() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const session = useSession();
  // Who comes with a session, by the back button or by hand, has no need of this page.
  const [signedIn] = useState(session.loginTime !== null && !sessionExpired(session));
  const { state } = useLocation() as { state: { from?: string } | null };
  const from = state?.from?.startsWith('/admin/') ? state.from : '/admin/reviews';
  const enter = () => {
    queryClient.removeQueries({ queryKey: ['admin'] });
    void navigate(from, { replace: true });
  };
  if (signedIn) return <Navigate to={from} replace />;
  return (
    <Page head={heads.login}>
      <div className="mx-auto max-w-md border-t-2 border-primary pt-6">
        <h1 className="text-h3">Admin Login</h1>
        <p className="mt-2 mb-8 text-secondary">Sign in to write, publish and answer.</p>
        <LoginForm onSuccess={enter} />
      </div>
    </Page>
  );
}
