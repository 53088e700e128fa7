// How the library's pictures are named and described.
import type { LibraryPicture } from '@/lib/media';

/** Returns what a picture is called: by its file, or else by what it shows. */
export const pictureName = ({ name, alt }: Pick<LibraryPicture, 'name' | 'alt'>): string => name || alt || 'Image';

/** Returns a picture's size: '1600 × 1200'; '' if it is unknown. */
export const pictureSize = ({ width, height }: Pick<LibraryPicture, 'width' | 'height'>): string => (width > 0 && height > 0 ? `${width} × ${height}` : '');
