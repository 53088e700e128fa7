// Replaces a picture's file by another one: everything that uses the picture shows the new one.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FileButton } from '@/components/media/file-button';
import { failureText } from '@/components/media/failure-text';
import { pictureName } from '@/components/media/picture-texts';
import { preparePicture } from '@/components/media/shrink-picture';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { invalidateMedia, replacePicture, type LibraryPicture, type OldPicture } from '@/lib/media';
import { showToast } from '@/stores/toasts';
import { places, sizeText } from '../words';
import { OldPictureChoice } from './old-picture-choice';
import { PictureUses } from './picture-uses';
import { Thumbnail } from './thumbnail';

interface Props {
  picture: LibraryPicture;
  onClose: () => void;
  onReplaced: (now: LibraryPicture) => void;
}

interface Chosen {
  name: string;
  body: Blob;
  /** Of its preview. */
  address: string;
}

export function ReplaceDialog({ picture, onClose, onReplaced }: Props) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [preparing, setPreparing] = useState(false);
  const [oldPicture, setOldPicture] = useState<OldPicture>('history');
  const [error, setError] = useState('');
  const [sent, setSent] = useState(0);
  const abort = useRef(new AbortController());
  const n = picture.uses.length;

  useEffect(() => {
    if (!chosen) return;
    return () => URL.revokeObjectURL(chosen.address);
  }, [chosen]);

  const choose = async (file: File | undefined) => {
    if (!file) return;
    setError('');
    setPreparing(true);
    try {
      const body = await preparePicture(file);
      setChosen({ name: file.name, body, address: URL.createObjectURL(body) });
    } catch (problem) {
      setChosen(null);
      setError(failureText(problem));
    } finally {
      setPreparing(false);
    }
  };

  const replacing = useMutation({
    networkMode: 'always',
    mutationFn: ({ body, name }: Chosen) => {
      abort.current = new AbortController();
      return replacePicture(picture.id, body, { name, oldPicture, onProgress: setSent, signal: abort.current.signal });
    },
    onSuccess: async (now) => {
      showToast({ title: 'Image replaced', description: n > 0 ? `The new one is shown in ${places(n)}.` : pictureName(now) });
      onReplaced(now);
      await invalidateMedia(client);
    },
    onError: (problem) =>
      setError(problem instanceof TypeError ? 'The network is gone. Try again when you’re back online.' : failureText(problem)),
  });
  const busy = replacing.isPending;
  const close = () => {
    abort.current.abort();
    onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={close}
      title="Replace this image"
      description={
        n > 0
          ? `The new image will be shown in ${places(n)}. You can switch back at any time.`
          : 'It isn’t used anywhere yet. You can switch back at any time.'
      }
      footer={
        <>
          <Button variant="plain" onClick={close}>
            Cancel
          </Button>
          <Button
            disabled={!chosen || busy || preparing}
            aria-busy={busy}
            onClick={() => {
              setError('');
              setSent(0);
              if (chosen) replacing.mutate(chosen);
            }}
          >
            {busy ? `Replacing... ${Math.round(100 * sent)}%` : 'Replace'}
          </Button>
        </>
      }
    >
      <div
        className="grid gap-5"
        onDragOver={(e) => e.preventDefault()}
        onDrop={(e) => {
          e.preventDefault();
          void choose(e.dataTransfer.files[0]);
        }}
        onPaste={(e) => void choose(e.clipboardData.files[0])}
      >
        <div className="grid grid-cols-2 gap-4 text-small">
          <figure className="min-w-0">
            <Thumbnail picture={picture} className="aspect-3/2 w-full" />
            <figcaption className="mt-1 text-muted">Now: {pictureName(picture)}</figcaption>
          </figure>
          <figure className="min-w-0">
            <div className="grid aspect-3/2 w-full place-items-center overflow-hidden rounded-sm border border-dashed border-control">
              {chosen ? (
                <img src={chosen.address} alt="" className="size-full object-contain" />
              ) : (
                <span className="p-2 text-center text-muted">Choose or drop a file</span>
              )}
            </div>
            <figcaption className="mt-1 text-muted">{chosen ? `New: ${chosen.name}, ${sizeText(chosen.body.size)}` : 'New'}</figcaption>
          </figure>
        </div>
        <div>
          <FileButton variant="plain" disabled={busy || preparing} onFiles={([file]) => void choose(file)}>
            {preparing ? 'Preparing...' : 'Choose file'}
          </FileButton>
          <p role={error ? 'alert' : 'status'} className={error ? 'mt-2 text-small text-danger' : 'mt-2 text-small text-muted'}>
            {error || 'Alt text, caption, credit and focal point are kept.'}
          </p>
        </div>
        <OldPictureChoice chosen={oldPicture} disabled={busy} onChoose={setOldPicture} />
        {n > 0 ? <PictureUses uses={picture.uses} /> : null}
      </div>
    </Dialog>
  );
}
