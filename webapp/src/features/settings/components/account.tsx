// /admin/settings/account: the password, and where the admin is signed in.
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@/components/ui/state';
import { accountQuery } from '../api/account';
import { PasswordForm } from './password-form';
import { Sessions } from './sessions';

export default function AccountSettings() {
  const account = useQuery(accountQuery);
  if (account.isPending) return <div role="status" aria-label="Loading account..." className="h-80 max-w-xl skeleton" />;
  if (!account.data) return <ErrorState what="The account" retry={() => void account.refetch()} />;
  const { username, passwordFromEnvironment, sessions } = account.data;
  return (
    <div className="grid max-w-xl gap-10">
      <PasswordForm username={username} fromEnvironment={passwordFromEnvironment} />
      <Sessions sessions={sessions} />
    </div>
  );
}
