// Changes the admin's password.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { PasswordField } from '@/components/ui/password-field';
import { ApiError } from '@/lib/api-client';
import { z } from '@/lib/zod';
import { beginSession } from '@/stores/session';
import { showToast } from '@/stores/toasts';
import { useChangePassword } from '../api/account';

const schema = z
  .object({
    currentPassword: z.string().min(1, 'Current password is required'),
    newPassword: z.string().min(10, 'Password must be at least 10 characters'),
    repeated: z.string(),
  })
  .refine(({ newPassword, repeated }) => newPassword === repeated, { path: ['repeated'], message: 'The passwords don’t match' });

type Fields = z.infer<typeof schema>;

export function PasswordForm({ username, fromEnvironment }: { username: string; fromEnvironment: boolean }) {
  const form = useForm<Fields>({ resolver: zodResolver(schema), defaultValues: { currentPassword: '', newPassword: '', repeated: '' } });
  const { errors, isSubmitting } = form.formState;
  const { mutateAsync } = useChangePassword();

  const change = async ({ currentPassword, newPassword }: Fields) => {
    try {
      await mutateAsync({ currentPassword, newPassword });
    } catch (error) {
      const named =
        error instanceof ApiError ? error.fields.filter(({ field }) => field === 'currentPassword' || field === 'newPassword') : [];
      for (const { field, message } of named) form.setError(field as keyof Fields, { message }, { shouldFocus: true });
      if (named.length === 0) {
        const description =
          error instanceof ApiError && error.status < 500 && error.detail
            ? error.detail
            : 'The password could not be changed. Please try again.';
        showToast({ variant: 'destructive', title: 'Error', description });
      }
      return;
    }
    beginSession();
    form.reset();
    showToast({ title: 'Password changed', description: 'All other sessions have ended.' });
  };

  return (
    <section aria-labelledby="password-title">
      <h3 id="password-title" className="font-sans text-base font-semibold">
        Password
      </h3>
      {fromEnvironment ? (
        <p className="mt-2 border-l-2 border-rule-strong pl-3 text-small text-secondary">
          This server sets the password from <code>CANDOR_ADMIN_PASSWORD</code> at every start. A password that you set here only lasts
          until then: change the variable, too, or remove it.
        </p>
      ) : null}
      <form noValidate onSubmit={(e) => void form.handleSubmit(change)(e)} className="mt-4 grid gap-5" aria-labelledby="password-title">
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label="Current password"
          required
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword')}
        />
        <PasswordField
          label="New password"
          required
          autoComplete="new-password"
          hint="At least 10 characters."
          error={errors.newPassword?.message}
          {...form.register('newPassword')}
        />
        <PasswordField
          label="Repeat new password"
          required
          autoComplete="new-password"
          error={errors.repeated?.message}
          {...form.register('repeated')}
        />
        <div>
          <Button type="submit" disabled={isSubmitting}>
            {isSubmitting ? 'Changing...' : 'Change password'}
          </Button>
          <p className="mt-2 text-small text-muted">You stay signed in here. All other sessions end.</p>
        </div>
      </form>
    </section>
  );
}
