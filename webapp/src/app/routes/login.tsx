// /admin-login
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { LoginForm } from '@/features/session/components/login-form';
import { heads } from '../heads';

export default function LoginRoute() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const enter = () => {
    queryClient.removeQueries({ queryKey: ['admin'] });
    void navigate('/admin');
  };
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
