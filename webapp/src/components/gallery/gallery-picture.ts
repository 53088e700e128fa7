import type { ItemPicture } from '@/lib/media';

/** A picture of an item, as its page and the lightbox show it. */
export interface GalleryPicture {
  src: string;
  alt: string;
  /** What the item's answer tells of it, if it is stored here. */
  known: ItemPicture | undefined;
}
