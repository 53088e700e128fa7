// The words for pictures and their uses.
import { formatCount } from '@/lib/intl';
import type { LibraryPicture, PictureUse } from '@/lib/media';

/** '1 image', '2,000 images'. */
export const countedImages = (n: number): string => `${formatCount(n)} ${n === 1 ? 'image' : 'images'}`;

/** '1 place', '12 places'. */
export const places = (n: number): string => `${formatCount(n)} ${n === 1 ? 'place' : 'places'}`;

/** 'Used in 3 places', 'Not used'. */
export const usedIn = (uses: readonly PictureUse[]): string => (uses.length === 0 ? 'Not used' : `Used in ${places(uses.length)}`);

/** Returns a number of bytes in words: '412 KB', '2.4 MB'. */
export function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const types: Record<string, string> = { 'image/jpeg': 'JPEG', 'image/png': 'PNG', 'image/gif': 'GIF', 'image/webp': 'WebP' };

/** 'JPEG'; a type of a newer server stays as it is. */
export const typeText = (contentType: string): string => types[contentType] ?? contentType;

/** '62% from the left, 40% from the top'. */
export const pointText = ({ x, y }: LibraryPicture['focalPoint']): string => `${Math.round(100 * x)}% from the left, ${Math.round(100 * y)}% from the top`;

const states: Record<string, string> = { published: 'Published', draft: 'Draft', deleted: 'Deleted', 'changes of': 'Unpublished changes' };

/** The state of a use in words; one of a newer server stays as it is. */
export const stateText = (state: string): string => states[state] ?? state;

const lists: Record<string, { path: string; word: string }> = {
  review: { path: '/admin/reviews', word: 'Review' },
  article: { path: '/admin/articles', word: 'Article' },
  page: { path: '/admin/pages', word: 'Page' },
  author: { path: '/admin/settings/authors', word: 'Author' },
};

/** 'Review'. */
export const kindText = (kind: string): string => lists[kind]?.word ?? kind;

/** Returns the address of the editor of an item that uses a picture, or of the list that has it; null for a kind that has none. */
export function editorOf({ kind, id, title, state }: PictureUse): string | null {
  const path = lists[kind]?.path;
  if (path === undefined) return null;
  if (kind === 'author') return path;
  if (state === 'deleted') return `${path}?${new URLSearchParams({ status: 'deleted', search: title.slice(0, 60) }).toString()}`;
  return id > 0 ? `${path}/${id}/edit` : path;
}

/** Returns a picture as Markdown shows it: '![A kettle](/media/….jpg)'. */
export const markdownOf = ({ alt, url }: Pick<LibraryPicture, 'alt' | 'url'>): string => `![${alt.replace(/[[\]\\]/g, '\\$&')}](${url})`;
