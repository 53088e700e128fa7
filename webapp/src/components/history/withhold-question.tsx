// Asks why a version is withheld from readers, and says what that does.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { TextArea } from '@/components/ui/field';
import { fullDate } from '@/components/ui/time-ago';
import { ApiError } from '@/lib/api-client';
import type { Version } from '@/lib/api-types';
import { characters } from '@/lib/characters';
import type { ContentCalls, ContentItem } from '@/lib/content-calls';
import { showToast } from '@/stores/toasts';

/** The most characters of a reason, as the server has it. */
const reasonMost = 500;

interface Props<Item extends ContentItem, Body> {
  calls: ContentCalls<Item, Body>;
  item: { id: number; title: string };
  version: Version;
  onClose: () => void;
}

export function WithholdQuestion<Item extends ContentItem, Body>({ calls, item, version, onClose }: Props<Item, Body>) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const withholding = useMutation({
    networkMode: 'always',
    mutationFn: (reason: string) => calls.versions.withhold(item.id, version.revision, reason),
    onSuccess: async () => {
      await calls.invalidate(client);
      showToast({ title: 'Version withheld', description: item.title });
      onClose();
    },
    onError: (e) =>
      setError((e instanceof ApiError && (e.fields[0]?.message ?? e.detail)) || 'The version could not be withheld. Please try again.'),
  });
  const withhold = () => {
    const text = reason.trim();
    if (text === '') setError('State the reason');
    else if (characters(text) > reasonMost) setError(`The reason must be at most ${reasonMost} characters`);
    else withholding.mutate(text);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Withhold this version?"
      confirm="Withhold"
      busy={withholding.isPending}
      onConfirm={withhold}
    >
      <p>
        Readers will no longer see “<bdi>{item.title}</bdi>” as it was on {fullDate(version.at)}: not in its history, not in corrections,
        not in feeds and not in views of the past. Its pictures are closed, too, unless another version shows them.
      </p>
      <p className="mt-3">The history still lists that there was a version, with your reason. You can release it later.</p>
      <div className="mt-4">
        <TextArea
          label="Reason"
          required
          rows={3}
          style={{ minHeight: '5.5rem' }}
          value={reason}
          onChange={(e) => {
            setReason(e.target.value);
            setError(undefined);
          }}
          error={error}
          hint="Shown to readers in the version’s place, such as a court order or a request for privacy."
        />
      </div>
    </ConfirmDialog>
  );
}
