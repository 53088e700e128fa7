// The kinds of content, by the API's names for them: everything that lists kinds ranges over this table.

interface Facts {
  name: string;
  title: string;
  /** The segment of its list's path in the dashboard. */
  tab: string;
  /** The readers' list, below which each item is; null for pages, which have no list. */
  list: { to: string; name: string } | null;
  /** Readers can see its earlier versions. */
  versioned: boolean;
}

export const kinds = {
  review: { name: 'Review', title: 'Reviews', tab: 'reviews', list: { to: '/reviews', name: 'All Reviews' }, versioned: true },
  article: { name: 'Article', title: 'Articles', tab: 'articles', list: { to: '/tech-articles', name: 'Tech Articles' }, versioned: true },
  page: { name: 'Page', title: 'Pages', tab: 'pages', list: null, versioned: false },
} as const satisfies Record<string, Facts>;

export type Kind = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as Kind[];

export const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name);

/** The slugs of the pages that every site has, at addresses of their own (events/fixedpages). */
export const fixedPages = ['about', 'contact', 'privacy', 'terms'] as const;

/** Reports whether every site has the page with a slug: it can't be deleted, unpublished or moved. */
export const isFixedPage = (slug: unknown): boolean => fixedPages.some((fixed) => fixed === slug);

/** Returns the address of the page with a slug. */
export const pageAddress = (slug: string): string => (isFixedPage(slug) ? `/${slug}` : `/pages/${encodeURIComponent(slug)}`);

/** Returns the path of a kind's list in the dashboard: '/admin/reviews'. */
export const adminList = (kind: Kind): string => `/admin/${kinds[kind].tab}`;
