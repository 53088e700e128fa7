// The pictures of a review that its text doesn't show.
import type { Review } from '@/lib/api-types';
import { pictureIn } from '@/lib/media';
import type { Rendered } from '@/lib/rendered';
import { picturesOf } from './types';

/** Identifies a picture: by its file if it is stored here, as a preview has other addresses, or else by its address. */
const identityOf = (address: string): string => pictureIn(address) ?? address;

/** Returns the pictures after the main one that neither the text nor the verdict shows. */
export function furtherPictures(review: Pick<Rendered<Review>, 'imageUrls' | 'productImageUrl' | 'contentHtml' | 'verdictHtml'>): string[] {
  const html = `${review.contentHtml}${review.verdictHtml ?? ''}`;
  const shown = new Set([...html.matchAll(/<img src="([^"]*)"/g)].map(([, src = '']) => identityOf(src.replaceAll('&amp;', '&'))));
  return picturesOf(review)
    .slice(1)
    .filter((address) => !shown.has(identityOf(address)));
}
