// The files that a picture has replaced, and the way back to each.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { pictureName, pictureSize } from '@/components/media/picture-texts';
import { Button } from '@/components/ui/button';
import { TimeAgo } from '@/components/ui/time-ago';
import { ApiError } from '@/lib/api-client';
import { fileAddress, invalidateMedia, replacePicture, type LibraryPicture } from '@/lib/media';
import { showToast } from '@/stores/toasts';
import { typeText } from '../words';

interface Props {
  picture: LibraryPicture;
  disabled: boolean;
  /** Called with the picture whose file is used again. */
  onUsed: (now: LibraryPicture) => void;
}

export function EarlierFiles({ picture, disabled, onUsed }: Props) {
  const client = useQueryClient();
  const using = useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => replacePicture(picture.id, { by: id }),
    onSuccess: async (now) => {
      showToast({ title: 'Earlier file in use again', description: pictureName(now) });
      onUsed(now);
      await invalidateMedia(client);
    },
    onError: (error) =>
      showToast({
        variant: 'destructive',
        title: 'Error',
        description: (error instanceof ApiError && error.detail) || 'The file could not be replaced. Please try again.',
      }),
  });
  if (picture.replaces.length === 0) return null;
  return (
    <section aria-labelledby="earlier-files">
      <h3 id="earlier-files" className="font-sans text-small font-semibold">
        Earlier files
      </h3>
      <ul className="mt-2 grid gap-2 text-small">
        {picture.replaces.map((file) => (
          <li key={file.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <img
              src={fileAddress(file.id)}
              alt=""
              loading="lazy"
              className="aspect-3/2 w-18 shrink-0 rounded-sm bg-sunken object-contain"
            />
            <span className="min-w-0 grow basis-32 text-muted tabular-nums">
              {typeText(file.contentType)}, {pictureSize(file)}
              <span className="block">
                Replaced <TimeAgo iso={file.replacedAt} />
              </span>
            </span>
            <Button variant="plain" size="small" disabled={disabled || using.isPending} onClick={() => using.mutate(file.id)}>
              <RotateCcw aria-hidden strokeWidth={1.75} className="size-4" />
              Use this file again
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
