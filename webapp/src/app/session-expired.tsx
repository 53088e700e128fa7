// Asks for the password over an editor that holds what the server lacks. Nothing of it is lost: it is saved once there is a session again.
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { sessionQuery } from '@/features/session/api/session';
import { LoginForm } from '@/features/session/components/login-form';
import { useOpenEditor } from '@/stores/open-editor';
import { endSession, putOff } from '@/stores/session';
import { useAdminGate } from './use-admin-gate';

export function SessionExpired() {
  const client = useQueryClient();
  const gate = useAdminGate();
  const goOn = () => {
    // at once: the gate would close otherwise
    client.setQueryData(sessionQuery.queryKey, (before) => before && { ...before, authenticated: true });
    void client.invalidateQueries({ queryKey: ['admin'] });
    useOpenEditor.getState().text?.save();
  };
  return (
    <Dialog
      open
      onOpenChange={putOff} // until the next save is refused
      title="Session Expired"
      description="Please log in again. Your text is still in the editor, and is saved when you are signed in."
      footer={
        <Button variant="quiet" onClick={endSession}>
          Leave the editor
        </Button>
      }
    >
      <LoginForm username={gate.state === 'in' ? gate.username : 'admin'} onSuccess={goOn} />
    </Dialog>
  );
}
