// Where the pages of tags, brands, authors and categories are.
import type { NameLink } from './api-types';

/** The kinds of names, as their addresses begin. */
export type NameKind = 'tags' | 'brands' | 'authors';

/** Returns the path of a name's page. */
export const namePath = (kind: NameKind, { slug }: Pick<NameLink, 'slug'>): string => `/${kind}/${encodeURIComponent(slug)}`;

/** Returns the path of a category's page. */
export const categoryPath = ({ slug }: { slug: string }): string => `/category/${encodeURIComponent(slug)}`;
