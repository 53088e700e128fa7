// The sign-in form.
import { zodResolver } from '@hookform/resolvers/zod';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
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
  const [visible, setVisible] = useState(false);
  const form = useForm<Credentials>({ resolver: zodResolver(schema), defaultValues: { username: '', password: '' } });
  const { errors, isSubmitting } = form.formState;

  const signIn = async (credentials: Credentials) => {
    try {
      const answer = await login(credentials);
      if (!answer.success) {
        showToast(refused(answer.message));
        return;
      }
      beginSession();
      showToast({ title: 'Login Successful', description: 'Welcome to the admin dashboard!' });
      onSuccess();
    } catch (error) {
      // 503: the log is away or takes no writes, and the server says so; trying again would not help.
      showToast(
        error instanceof ApiError && (error.status < 500 || (error.status === 503 && error.detail))
          ? refused(error.detail)
          : { variant: 'destructive', title: 'Login Error', description: 'An error occurred during login. Please try again.' },
      );
    }
  };

  return (
    <form noValidate onSubmit={(e) => void form.handleSubmit(signIn)(e)} className="grid gap-5" aria-label="Sign in">
      <TextField label="Username" required autoComplete="username" autoCapitalize="none" error={errors.username?.message} {...form.register('username')} />
      <TextField
        label="Password"
        required
        type={visible ? 'text' : 'password'}
        autoComplete="current-password"
        error={errors.password?.message}
        end={
          <button
            type="button"
            aria-label={visible ? 'Hide password' : 'Show password'}
            onClick={() => setVisible(!visible)}
            className="grid size-control place-items-center text-muted hover:text-primary"
          >
            {visible ? <EyeOff aria-hidden strokeWidth={1.75} className="size-5" /> : <Eye aria-hidden strokeWidth={1.75} className="size-5" />}
          </button>
        }
        {...form.register('password')}
      />
      <Button type="submit" disabled={isSubmitting}>
        {isSubmitting ? 'Signing In...' : 'Sign In'}
      </Button>
    </form>
  );
}

function refused(message: string | undefined): Parameters<typeof showToast>[0] {
  return { variant: 'destructive', title: 'Login Failed', description: message || 'Invalid username or password.' };
}
