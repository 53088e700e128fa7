// A picture that was removed: its file is gone, and it can be uploaded again only if that is allowed.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pictureName } from '@/components/media/picture-texts';
import { Button } from '@/components/ui/button';
import { fullDate } from '@/components/ui/time-ago';
import { ApiError } from '@/lib/api-client';
import { allowPicture, invalidateMedia, pictureQuery, type LibraryPicture } from '@/lib/media';
import { showToast } from '@/stores/toasts';
import { places } from '../words';
import { PictureUses } from './picture-uses';

export function RemovedPicture({ picture }: { picture: LibraryPicture }) {
  const client = useQueryClient();
  const allowing = useMutation({
    networkMode: 'always',
    mutationFn: () => allowPicture(picture.id),
    onSuccess: async (now) => {
      client.setQueryData(pictureQuery(now.id).queryKey, now);
      showToast({ title: 'Image allowed again', description: pictureName(now) });
      await invalidateMedia(client);
    },
    onError: (error) =>
      showToast({
        variant: 'destructive',
        title: 'Error',
        description: (error instanceof ApiError && error.detail) || 'The image could not be allowed. Please try again.',
      }),
  });
  return (
    <div className="grid gap-6">
      <div className="max-w-measure">
        <p>
          This image was removed on <time dateTime={picture.removedAt ?? undefined}>{fullDate(picture.removedAt ?? '')}</time>. Its file
          can’t be restored.
        </p>
        <p role="status" className="mt-2 text-secondary">
          {picture.allowed ? 'It can be uploaded again.' : 'Uploading it again is refused until you allow it.'}
        </p>
        {picture.allowed ? null : (
          <Button variant="plain" className="mt-4" disabled={allowing.isPending} onClick={() => allowing.mutate()}>
            Allow again
          </Button>
        )}
      </div>
      {picture.uses.length > 0 ? <PictureUses uses={picture.uses} heading={`Missing in ${places(picture.uses.length)}`} /> : null}
    </div>
  );
}
