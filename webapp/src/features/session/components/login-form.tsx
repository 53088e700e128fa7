// The sign-in form.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import { PasswordField } from '@/components/ui/password-field';
import { ApiError } from '@/lib/api-client';
import { beginSession } from '@/stores/session';
import { showToast } from '@/stores/toasts';
import { login, type Credentials } from '../api/login';

const schema = z.object({
  username: z.string().trim().min(1, 'Username is required'),
  password: z.string().min(1, 'Password is required'),
});

/** @param onSuccess called once the server has answered with a session. */
export function LoginForm({ onSuccess }: { onSuccess: () => void }) {
  const form = useForm<Credentials>({ resolver: zodResolver(schema), defaultValues: { username: '', password: '' } });
  const { errors, isSubmitting } = form.formState;

  /** Says at the field and in a toast why the server refused. What was typed stays, selected, to be corrected. */
  const refuse = (message: string | undefined) => {
    const description = message || 'Invalid username or password.';
    showToast({ variant: 'destructive', title: 'Login Failed', description });
    form.setError('password', { message: description });
    form.setFocus('password', { shouldSelect: true });
  };

  const signIn = async (credentials: Credentials) => {
    try {
      const answer = await login(credentials);
      if (!answer.success) {
        refuse(answer.message);
        return;
      }
      beginSession();
      showToast({ title: 'Login Successful', description: 'Welcome to the admin dashboard!' });
      onSuccess();
    } catch (error) {
      // 503: the log is away or takes no writes, and the server says so; trying again would not help.
      if (error instanceof ApiError && (error.status < 500 || (error.status === 503 && error.detail))) refuse(error.detail);
      else showToast({ variant: 'destructive', title: 'Login Error', description: 'An error occurred during login. Please try again.' });
    }
  };

  return (
    <form noValidate onSubmit={(e) => void form.handleSubmit(signIn)(e)} className="grid gap-5" aria-label="Sign in">
      <TextField label="Username" required autoComplete="username" autoCapitalize="none" error={errors.username?.message} {...form.register('username')} />
      <PasswordField label="Password" required autoComplete="current-password" error={errors.password?.message} {...form.register('password')} />
      <Button type="submit" disabled={isSubmitting}>
        {isSubmitting ? 'Signing In...' : 'Sign In'}
      </Button>
    </form>
  );
}
