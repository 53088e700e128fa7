// What stands below a picture: its caption and its credit. One without a credit carries the site's note.
import { useSite } from '@/hooks/use-site';
import type { ItemPicture } from '@/lib/media';

export function PictureNote({ known }: { known: ItemPicture | undefined }) {
  const { illustrationNote } = useSite();
  const note = known?.credit ?? illustrationNote;
  if (!known?.caption && note === '') return null;
  return (
    <figcaption className="mt-1.5 text-caption text-muted">
      {known?.caption ? <span className="text-secondary">{known.caption} </span> : null}
      {note}
    </figcaption>
  );
}
