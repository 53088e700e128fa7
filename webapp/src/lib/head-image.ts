// The picture that pages are shared with.
import type { HeadImage } from './page-head';
import { pictureOf, type WithPictures } from './pictures';

/** Returns the picture for a page's head. */
export function headImageOf(item: WithPictures, address: string | null | undefined): HeadImage | undefined {
  if (!address) return undefined;
  const { width, height, alt, removedAt } = pictureOf(item, address) ?? {};
  if (removedAt) return undefined;
  return { url: address, width, height, alt };
}
