// The words for pictures and their uses.
import { formatScore } from '@/lib/format';
import { formatCount } from '@/lib/intl';
import { adminList, isKind, kinds } from '@/lib/kinds';
import { isSection, sectionPath, sectionTitles } from '@/lib/settings';
import type { LibraryPicture, PictureUse } from '@/lib/media';

/** '1 image', '2,000 images'. */
export const countedImages = (n: number): string => `${formatCount(n)} ${n === 1 ? 'image' : 'images'}`;

/** '1 place', '12 places'. */
export const places = (n: number): string => `${formatCount(n)} ${n === 1 ? 'place' : 'places'}`;

/** 'Used in 3 places', 'Not used'. */
export const usedIn = (uses: readonly PictureUse[]): string => (uses.length === 0 ? 'Not used' : `Used in ${places(uses.length)}`);

/** Returns a number of bytes in words: '412 KB', '2.4 MB'. */
export function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${formatScore(bytes / 1_000_000)} MB`;
}

const types: Record<string, string> = { 'image/jpeg': 'JPEG', 'image/png': 'PNG', 'image/gif': 'GIF', 'image/webp': 'WebP' };

/** Returns 'JPEG'. An unknown type stays as it is. */
export const typeText = (contentType: string): string => types[contentType] ?? contentType;

/** '62% from the left, 40% from the top'. */
export const pointText = ({ x, y }: LibraryPicture['focalPoint']): string =>
  `${Math.round(100 * x)}% from the left, ${Math.round(100 * y)}% from the top`;

const states: Record<string, string> = { published: 'Published', draft: 'Draft', deleted: 'Deleted', 'changes of': 'Unpublished changes' };

/** Returns the words for the state of a use. An unknown state stays as it is. */
export const stateText = (state: string): string => states[state] ?? state;

/** 'Review'. */
export const kindText = (kind: string): string => (isKind(kind) ? kinds[kind].name : (otherKinds[kind] ?? kind));

const otherKinds: Readonly<Record<string, string>> = { author: 'Author', settings: 'Settings' };

/** Returns what a use is called: an item's title, or 'Site settings'. */
export const titleOfUse = ({ kind, title }: PictureUse): string =>
  kind === 'settings' && isSection(title) ? `${sectionTitles[title]} settings` : title || 'Untitled';

/** Returns the address of the editor of an item that uses a picture, or of the list that has it; null for a kind that has none. */
export function editorOf({ kind, id, title, state }: PictureUse): string | null {
  if (kind === 'settings') return isSection(title) ? sectionPath(title) : null;
  if (kind === 'author') return '/admin/settings/authors';
  if (!isKind(kind)) return null;
  const path = adminList(kind);
  if (state === 'deleted') return `${path}?${new URLSearchParams({ status: 'deleted', search: title.slice(0, 60) }).toString()}`;
  return id > 0 ? `${path}/${id}/edit` : path;
}

/** Returns a picture as Markdown shows it: '![A kettle](/media/….jpg)'. */
export const markdownOf = ({ alt, url }: Pick<LibraryPicture, 'alt' | 'url'>): string => `![${alt.replace(/[[\]\\]/g, '\\$&')}](${url})`;
