// What stands below a picture: its caption and its credit. One without a credit carries the specification's note.
import type { ItemPicture } from '@/lib/media';
import { imageNote } from '@/lib/site';

export function PictureNote({ known }: { known: ItemPicture | undefined }) {
  return (
    <figcaption className="mt-1.5 text-caption text-muted">
      {known?.caption ? <span className="text-secondary">{known.caption} </span> : null}
      {known?.credit ?? imageNote}
    </figcaption>
  );
}
