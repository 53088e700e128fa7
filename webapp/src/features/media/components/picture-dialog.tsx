// Everything about one picture, over the library: how it looks, what is known of it, where it is used, and what can be done with it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type RefObject } from 'react';
import { useBackTrap } from '@/components/editor/use-back-trap';
import { pictureName } from '@/components/media/picture-texts';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/state';
import { useSite } from '@/hooks/use-site';
import { useTitle } from '@/hooks/use-title';
import { ApiError } from '@/lib/api-client';
import { pictureQuery, type LibraryPicture } from '@/lib/media';
import { pageTitle } from '@/lib/page-head';
import { PictureDetails } from './picture-details';
import { RemovedPicture } from './removed-picture';

interface Props {
  id: string;
  /** Takes the focus if what opened the dialog is gone. */
  home: RefObject<HTMLElement | null>;
  onClose: () => void;
  /** Goes on with another picture. */
  onFollow: (id: string) => void;
}

const formId = 'picture';
/** How long to wait before asking whether smaller copies are ready, in milliseconds. */
const copiesTime = 2000;

export function PictureDialog({ id, home, onClose, onFollow }: Props) {
  const client = useQueryClient();
  const query = useQuery({
    ...pictureQuery(id),
    refetchInterval: ({ state }) => (state.data?.copies.status === 'pending' ? copiesTime : false),
  });
  const missing = query.error instanceof ApiError && query.error.status === 404;
  const picture = missing ? undefined : query.data;
  const [state, setState] = useState({ changed: false, saving: false });
  const [asking, setAsking] = useState(false);
  const release = useBackTrap(state.changed, () => setAsking(true));
  const title = picture ? pictureName(picture) : 'Image';
  useTitle(pageTitle(`${title} · Media`, useSite()));

  // The picture goes on as another one: it was replaced, now or earlier.
  const follow = (now: LibraryPicture) => {
    client.setQueryData(pictureQuery(now.id).queryKey, now);
    onFollow(now.id);
  };
  useEffect(() => {
    if (picture && picture.id !== id) follow(picture);
  });

  useEffect(() => {
    if (!state.changed) return;
    const onUnload = (e: BeforeUnloadEvent) => e.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [state.changed]);

  const leave = () => {
    release(onClose);
    // The card that opened it may be gone.
    setTimeout(() => document.activeElement === document.body && home.current?.focus({ preventScroll: true }));
  };
  return (
    <>
      <Dialog
        open
        onOpenChange={() => (state.changed ? setAsking(true) : leave())}
        title={title}
        size="large"
        footer={
          picture?.removedAt === null ? (
            <Button type="submit" form={formId} disabled={!state.changed || state.saving} aria-busy={state.saving}>
              {state.saving ? 'Saving...' : 'Save'}
            </Button>
          ) : null
        }
      >
        {picture ? (
          picture.removedAt === null ? (
            <PictureDetails key={picture.id} picture={picture} formId={formId} onState={setState} onReplaced={follow} onRemoved={leave} />
          ) : (
            <RemovedPicture picture={picture} />
          )
        ) : missing ? (
          <p className="text-secondary">This image doesn’t exist.</p>
        ) : query.isError ? (
          <ErrorState what="The image" retry={() => void query.refetch()} />
        ) : (
          <p role="status" className="text-muted">
            Loading image...
          </p>
        )}
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard your changes?"
        confirm="Discard"
        cancel="Keep editing"
        onConfirm={leave}
      >
        <p>
          Your changes to “<bdi>{title}</bdi>” are not saved.
        </p>
      </ConfirmDialog>
    </>
  );
}
