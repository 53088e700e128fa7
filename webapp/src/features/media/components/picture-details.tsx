// A picture that exists: its view with the focal point, its description as a form, its uses, earlier files and facts, and its actions.
import { Replace, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { LibraryPicture } from '@/lib/media';
import { usePictureForm } from '../use-picture-form';
import { EarlierFiles } from './earlier-files';
import { FocalPoint } from './focal-point';
import { CopiesState } from './copies-state';
import { CopyButtons } from './copy-buttons';
import { PictureFacts } from './picture-facts';
import { PictureFields } from './picture-fields';
import { PictureUses } from './picture-uses';
import { RemoveDialog } from './remove-dialog';
import { ReplaceDialog } from './replace-dialog';

interface Props {
  picture: LibraryPicture;
  formId: string;
  onState: (state: { changed: boolean; saving: boolean }) => void;
  /** Called with the picture that is shown from now on. */
  onReplaced: (now: LibraryPicture) => void;
  onRemoved: () => void;
}

const icon = { 'aria-hidden': true, strokeWidth: 1.75, className: 'size-4' } as const;

export function PictureDetails({ picture, formId, onState, onReplaced, onRemoved }: Props) {
  const form = usePictureForm(picture);
  const [open, setOpen] = useState<'replace' | 'remove' | null>(null);
  const { changed, saving } = form;
  useEffect(() => onState({ changed, saving }), [onState, changed, saving]);
  const close = () => setOpen(null);
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <div className="min-w-0">
        <FocalPoint picture={picture} point={form.values.focalPoint} onChange={(focalPoint) => form.set({ focalPoint })} />
        <div className="mt-6">
          <PictureFacts picture={picture} />
          <CopiesState picture={picture} />
        </div>
        <div className="mt-6 flex flex-wrap items-center gap-2">
          <CopyButtons picture={picture} />
          {/* Replacing goes on with another picture, without what was typed for this one. */}
          <Button variant="plain" size="small" disabled={changed} onClick={() => setOpen('replace')}>
            <Replace {...icon} />
            Replace…
          </Button>
          <Button variant="plain" size="small" onClick={() => setOpen('remove')}>
            <Trash2 {...icon} />
            Remove…
          </Button>
          {changed ? <p className="basis-full text-small text-muted">Save your changes before you replace the file.</p> : null}
        </div>
      </div>
      <div className="grid min-w-0 content-start gap-6">
        <PictureFields id={formId} form={form} />
        <PictureUses uses={picture.uses} />
        <EarlierFiles picture={picture} disabled={changed} onUsed={onReplaced} />
      </div>
      {open === 'replace' ? <ReplaceDialog picture={picture} onClose={close} onReplaced={onReplaced} /> : null}
      {open === 'remove' ? <RemoveDialog picture={picture} onClose={close} onRemoved={onRemoved} /> : null}
    </div>
  );
}
