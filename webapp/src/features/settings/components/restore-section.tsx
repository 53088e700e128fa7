// Asks before a section's settings go back to what they were, and once more where that would delete something.
import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { fullDate } from '@/components/ui/time-ago';
import { ApiError } from '@/lib/api-client';
import type { SettingsRevision } from '@/lib/api-types';
import { sectionTitles, type Section, type SectionName } from '@/lib/settings';
import { showToast } from '@/stores/toasts';
import { useRestoreSection } from '../api/sections';
import { deletionIn, type Deletion } from '../deletion';
import { DeletionQuestion } from './deletion-question';

interface Props {
  name: SectionName;
  section: Section;
  /** Whether the form has changes that are not saved. */
  isChanged: boolean;
  /** The change after which the settings are wanted; null: the defaults. */
  to: SettingsRevision | null;
  onCancel: () => void;
  onRestored: () => void;
}

export function RestoreSection({ name, section, isChanged, to, onCancel, onRestored }: Props) {
  const restoring = useRestoreSection(name);
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const restore = (confirm: boolean) =>
    restoring.mutate(
      { to: to?.revision ?? 0, revision: section.revision, confirm },
      {
        onSuccess: (now) => {
          const nothing = now.revision === section.revision;
          if (nothing) showToast({ title: 'Nothing to restore', description: 'The current settings are identical.' });
          else showToast({ title: `${sectionTitles[name]} settings restored` });
          onRestored();
        },
        onError: (error) => {
          const wouldDelete = deletionIn(error);
          if (wouldDelete) {
            setDeletion(wouldDelete);
            return;
          }
          const outdated = error instanceof ApiError && error.status === 412;
          const description = outdated
            ? 'They were changed in the meantime. Check the newest change, then restore again.'
            : (error instanceof ApiError && error.status < 500 && error.detail) || 'The settings could not be restored. Please try again.';
          showToast({ variant: 'destructive', title: 'Error', description });
          onCancel();
        },
      },
    );
  if (deletion) return <DeletionQuestion deletion={deletion} onAnswer={(confirmed) => (confirmed ? restore(true) : onCancel())} />;
  return (
    <ConfirmDialog
      open
      onOpenChange={onCancel}
      title={to ? 'Restore this version?' : 'Restore the defaults?'}
      confirm="Restore"
      busy={restoring.isPending}
      onConfirm={() => restore(false)}
    >
      <p>
        All settings of {sectionTitles[name]} return to {to ? `what they were on ${fullDate(to.at)}` : 'their defaults'}. Later changes stay
        in the history, and can be restored.
      </p>
      {isChanged ? (
        <p className="mt-2">Your draft changes stay in the form, and are merged with the restored settings when you save them.</p>
      ) : null}
    </ConfirmDialog>
  );
}
