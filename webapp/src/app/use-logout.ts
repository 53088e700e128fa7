// Ends the session on the server and in the browser, with everything private that the browser holds.
import { useQueryClient } from '@tanstack/react-query';
import { dropAllCopies } from '@/components/editor/device-copies';
import { logout } from '@/features/session/api/logout';
import { endSession } from '@/stores/session';
import { showToast } from '@/stores/toasts';

export function useLogout(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    try {
      await logout();
    } catch {
      showToast({ variant: 'destructive', title: 'Error', description: 'Could not log out. Please try again.' });
      return;
    }
    endSession();
    dropAllCopies();
    client.removeQueries({ queryKey: ['admin'] });
    showToast({ title: 'Logged Out', description: 'You have been successfully logged out.' });
  };
}
