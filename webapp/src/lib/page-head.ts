// What a page says of itself beside its body, and its title. lib/seo.ts writes the rest of it.
import type { LinkedData } from './linked-data';
import type { ItemPicture } from './media';
import type { Site } from './site-settings';

/** The picture of a page that is shared; width, height and alt only where they are known. */
export interface HeadImage extends Partial<Pick<ItemPicture, 'width' | 'height' | 'alt'>> {
  /** A path here, or a whole address. */
  url: string;
}

export interface PageHead {
  title: string;
  description: string;
  /** The canonical path; its query is the number of a list's page. */
  path: string;
  /** The pages of the list before and after this one, as paths. */
  prev?: string | undefined;
  next?: string | undefined;
  keywords?: string | undefined;
  image?: HeadImage | undefined;
  type?: 'website' | 'article' | undefined;
  /** An article's times, RFC 3339. */
  published?: string | undefined;
  modified?: string | undefined;
  /** Structured data, one script each. */
  data?: LinkedData[] | undefined;
  /** False for pages that search engines should not keep: errors, search results, the admin's screens. */
  index?: boolean | undefined;
}

/** The document title of a page: 'About | Candor'; of the home page: 'Candor: Honest tech reviews'. */
export function pageTitle(title: string, { name, tagline }: Site): string {
  if (title === '') return [name, tagline].filter(Boolean).join(': ');
  return [title, name].filter(Boolean).join(' | ');
}
