// What an item's answer tells of its pictures, as an <img> needs it.
import type { ItemPicture, ItemPictures } from './media';

export interface WithPictures {
  id?: number;
  pictures?: ItemPictures | undefined;
}

/** Returns what is known of a picture by its address in the item's fields; undefined for one that isn't stored here. */
export function pictureOf({ pictures }: WithPictures, address: string | null | undefined): ItemPicture | undefined {
  return address ? pictures?.[address] : undefined;
}

/**
 * Returns a picture's smaller copies and itself, for srcset; undefined if it has no copies. They lie beside it, also behind a preview link.
 */
export function srcSetOf(address: string, known: ItemPicture | undefined): string | undefined {
  if (!known?.widths?.length) return undefined;
  const folder = address.replace(/\.\w+$/, '');
  return [...known.widths.map((width) => `${folder}/${width} ${width}w`), `${address} ${known.width}w`].join(', ');
}
