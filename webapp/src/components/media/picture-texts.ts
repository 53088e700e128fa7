// How the library's pictures are named and described.
import { formatCount } from '@/lib/intl';
import type { LibraryPicture } from '@/lib/media';

/** Returns what a picture is called: by its file, or else by what it shows, or by the beginning of its id. */
export const pictureName = ({ name, alt, id }: Pick<LibraryPicture, 'name' | 'alt' | 'id'>): string =>
  name || alt || `Image ${id.slice(0, 8)}`;

/** Returns a picture's size: '1,600 × 1,200 px'; '' if it is unknown. */
export const pictureSize = ({ width, height }: Pick<LibraryPicture, 'width' | 'height'>): string =>
  width > 0 ? `${formatCount(width)} × ${formatCount(height)} px` : '';
