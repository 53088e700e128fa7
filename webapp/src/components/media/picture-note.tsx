// What is known of the picture at an address of a form: its alt text, or that readers see another picture or none.
import { pictureIn } from '@/lib/media';
import { AltText } from './alt-text';
import { pictureName } from './picture-texts';
import type { Known } from './use-stored-pictures';

export function PictureNote({ known }: { known: Known }) {
  switch (known.state) {
    case 'removed':
      return <p className="text-small text-danger">Removed from the library. Choose another image.</p>;
    case 'unknown':
      return <p className="text-small text-danger">Not in the library. Choose another image.</p>;
    case 'replaced':
      return (
        <>
          <p className="text-small text-secondary">Replaced in the library. Readers see the new image.</p>
          <AltText picture={known.picture} of={pictureName(known.picture)} />
        </>
      );
    case 'stored':
      return <AltText picture={known.picture} of={pictureName(known.picture)} />;
    case 'elsewhere':
    case 'loading':
    case 'failed':
      return null;
  }
}

/** Returns what the picture at an address is called: by its file in the library, or by the last part of its address. */
export function addressName(address: string, known: Known): string {
  if ('picture' in known) return pictureName(known.picture);
  const id = pictureIn(address);
  return id
    ? `Image ${id.slice(0, 8)}`
    : decoded(
        address
          .replace(/[?#].*$/, '')
          .split('/')
          .filter(Boolean)
          .at(-1) ?? '',
      ) || 'Image';
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
