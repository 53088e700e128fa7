// The sign-in form.
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import { PasswordField } from '@/components/ui/password-field';
import { ApiError } from '@/lib/api-client';
import { beginSession } from '@/stores/session';
import { showToast } from '@/stores/toasts';
import { login, type Credentials } from '../api/login';

interface Props {
  /** Who signs in again; asked for if undefined. */
  username?: string;
  /** Called when there is a session. */
  onSuccess: () => void;
}

export function LoginForm({ username, onSuccess }: Props) {
  const form = useForm<Credentials>({ defaultValues: { username: username ?? '', password: '' } });
  const { errors, isSubmitting } = form.formState;

  /** Shows the server's reason at the field and in a toast, and selects the password to be corrected. */
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
      if (username === undefined) showToast({ title: 'Login Successful', description: 'Welcome to the admin dashboard!' });
      onSuccess();
    } catch (error) {
      // 503: the log is unreachable or read-only, as the answer explains; trying again would not help.
      if (error instanceof ApiError && (error.status < 500 || (error.status === 503 && error.detail))) refuse(error.detail);
      else showToast({ variant: 'destructive', title: 'Login Error', description: 'An error occurred during login. Please try again.' });
    }
  };

  return (
    <form noValidate onSubmit={(e) => void form.handleSubmit(signIn)(e)} className="grid gap-5" aria-label="Sign in">
      <TextField
        label="Username"
        required
        autoComplete="username"
        autoCapitalize="none"
        readOnly={username !== undefined}
        error={errors.username?.message}
        {...form.register('username', { required: 'Username is required', setValueAs: (typed: string) => typed.trim() })}
      />
      <PasswordField
        label="Password"
        required
        autoComplete="current-password"
        data-focus-first={username === undefined ? undefined : true}
        error={errors.password?.message}
        {...form.register('password', { required: 'Password is required' })}
      />
      <Button type="submit" disabled={isSubmitting}>
        {isSubmitting ? 'Signing In...' : 'Sign In'}
      </Button>
    </form>
  );
}
