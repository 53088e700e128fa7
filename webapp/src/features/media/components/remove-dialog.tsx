// Asks before a picture is removed for good, and says where it will be missing.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pictureName } from '@/components/media/picture-texts';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ApiError } from '@/lib/api-client';
import { excerpt } from '@/lib/excerpt';
import { invalidateMedia, removePicture, type LibraryPicture } from '@/lib/media';
import { showToast } from '@/stores/toasts';
import { places } from '../words';

interface Props {
  picture: LibraryPicture;
  onClose: () => void;
  onRemoved: () => void;
}

/** How many of the items that use it are named. */
const mostNamed = 3;

export function RemoveDialog({ picture, onClose, onRemoved }: Props) {
  const client = useQueryClient();
  const { uses } = picture;
  const removing = useMutation({
    networkMode: 'always',
    mutationFn: () => removePicture(picture.id),
    onSuccess: async () => {
      showToast({ title: 'Image removed', description: pictureName(picture) });
      onRemoved();
      await invalidateMedia(client);
    },
    onError: (error) => {
      showToast({
        variant: 'destructive',
        title: 'Error',
        description: (error instanceof ApiError && error.detail) || 'The image could not be removed. Please try again.',
      });
      onClose();
    },
  });
  return (
    <ConfirmDialog open onOpenChange={onClose} confirm="Remove image" busy={removing.isPending} onConfirm={() => removing.mutate()}>
      <p>
        This permanently deletes the file of{' '}
        <strong className="font-semibold text-primary">
          “<bdi>{pictureName(picture)}</bdi>”
        </strong>
        . It can’t be restored.
      </p>
      {uses.length > 0 ? (
        <>
          <p className="mt-2">It will be missing in {places(uses.length)}:</p>
          <ul className="mt-1 list-disc pl-5">
            {uses.slice(0, mostNamed).map(({ title }, i) => (
              <li key={i}>{excerpt(title || 'Untitled', 80)}</li>
            ))}
            {uses.length > mostNamed ? <li>and {uses.length - mostNamed} more</li> : null}
          </ul>
        </>
      ) : (
        <p className="mt-2">It isn’t used anywhere.</p>
      )}
    </ConfirmDialog>
  );
}
