// Complete and valid items for tests; a test names only the fields that matter to it.
import { unknownSite } from '@/lib/site-settings';
import type {
  Article,
  Category,
  CorrectionFacets,
  Facets,
  ListedCorrection,
  Mark,
  Page,
  Review,
  Site,
  Version,
  Week,
} from '@/lib/api-types';
import type { LibraryPicture } from '@/lib/media';
import type { RenderedText } from '@/lib/rendered';

export function makeReview(changes: Partial<Review> = {}): Review {
  return {
    id: 1,
    productName: 'Slate 14',
    productBrand: 'Tarnholt',
    categoryId: 1,
    productDescription: 'A quiet laptop.',
    productPrice: 1299,
    productPriceMax: 1749,
    productImageUrl: null,
    specifications: ['Weight: 1.12 kg', 'Fanless'],
    features: ['Full-size arrow keys'],
    title: 'The quiet laptop',
    content: 'First line.\n\nSecond line.',
    contentText: changes.content?.replace(/\s+/g, ' ') ?? 'First line. Second line.',
    rating: 4.6,
    scoreReason: null,
    pros: ['Silent'],
    cons: ['Soldered memory'],
    verdict: 'Buy it.',
    verdictText: changes.verdict === undefined ? 'Buy it.' : changes.verdict,
    videoCredit: null,
    authorName: 'Odile Marchbank',
    isFeatured: true,
    isPublished: true,
    videoUrl: null,
    imageUrls: ['/media/main.webp', '/media/side.webp'],
    aliexpressLink: 'https://example.com/a',
    shopeeLink: 'https://example.com/s',
    createdAt: '2026-11-01T10:00:00Z',
    updatedAt: '2026-11-03T10:00:00Z',
    publishedAt: '2026-11-01T10:00:00Z',
    pricedAt: '2026-11-01T10:00:00Z',
    correctedAt: null,
    updateNotedAt: null,
    revision: 3,
    ...changes,
  };
}

/** What a list with nothing in it could be narrowed to. */
export function makeFacets(changes: Partial<Facets> = {}): Facets {
  return { total: 0, categories: [], brands: [], tags: [], authors: [], years: [], scores: [], prices: [], ...changes };
}

/** What a list of corrections with nothing in it could be narrowed to. */
export function makeCorrectionFacets(changes: Partial<CorrectionFacets> = {}): CorrectionFacets {
  return { total: 0, types: [], kinds: [], categories: [], authors: [], years: [], ...changes };
}

export function makeArticle(changes: Partial<Article> = {}): Article {
  return {
    id: 1,
    title: 'A town and its minutes',
    content: 'First line.\nSecond line.',
    contentText: changes.content?.replace(/\s+/g, ' ') ?? 'First line. Second line.',
    excerpt: 'A model and a clerk.',
    imageUrl: '/media/town.webp',
    videoUrl: null,
    videoCredit: null,
    category: 'AI',
    authorName: 'Odile Marchbank',
    isPublished: true,
    createdAt: '2026-11-01T10:00:00Z',
    updatedAt: '2026-11-01T10:00:00Z',
    publishedAt: '2026-11-01T10:00:00Z',
    correctedAt: null,
    updateNotedAt: null,
    revision: 1,
    ...changes,
  };
}

/** A change as the server sends it, of which html is what went and what came. */
export function makeChange(field: string, name: string, from: string | number | null, to: string | number | null) {
  const shown = (value: string | number | null) => (typeof value === 'number' ? value.toFixed(1) : (value ?? ''));
  return { field, name, from, to, html: `<div class="diff"><p><del>${shown(from)}</del> → <ins>${shown(to)}</ins></p></div>` };
}

export function makeCorrection(changes: Partial<ListedCorrection> = {}): ListedCorrection {
  return {
    kind: 'review',
    id: 1,
    title: 'The quiet laptop',
    url: '/reviews/1#correction-4',
    revision: 4,
    at: '2026-11-02T10:00:00Z',
    type: 'correction',
    label: 'Correction',
    note: 'We had measured the wrong model.',
    changes: [makeChange('rating', 'Rating', 4.5, 4)],
    position: 1207,
    withheld: null,
    versionUrl: '/reviews/1/history/4',
    previousUrl: '/reviews/1/history/1',
    ...changes,
  };
}

export function makePage(changes: Partial<Page> = {}): Page {
  return {
    id: 1,
    title: 'How we test',
    slug: 'how-we-test',
    content: 'First line.\nSecond line.',
    contentText: changes.content?.replace(/\s+/g, ' ') ?? 'First line. Second line.',
    isPublished: true,
    createdAt: '2026-11-01T10:00:00Z',
    updatedAt: '2026-11-03T10:00:00Z',
    publishedAt: '2026-11-01T10:00:00Z',
    correctedAt: null,
    revision: 1,
    ...changes,
  };
}

const fixedTitles: Record<string, string> = { about: 'About Us', contact: 'Contact', privacy: 'Privacy Policy', terms: 'Terms of Service' };

/** The page that every site has at a slug, as one that was never changed; none at another slug. */
export function fixedPagesAt(slug: string | null): Page[] {
  const title = fixedTitles[slug ?? ''];
  return title === undefined || slug === null
    ? []
    : [makePage({ id: 2, title, slug, content: `The text of ${title}.`, updatedAt: '2026-11-01T10:00:00Z' })];
}

export function makeVersion(changes: Partial<Version> = {}): Version {
  return {
    revision: 1,
    at: '2026-11-23T10:00:00Z',
    type: 'published',
    label: 'Published',
    note: null,
    title: 'The quiet laptop',
    rating: 4.6,
    changes: [],
    isCurrent: false,
    position: 101,
    withheld: null,
    ...changes,
  };
}

const stored = { createdAt: '2026-10-01T10:00:00Z', updatedAt: '2026-10-01T10:00:00Z', revision: 0 };

/** The settings of a site whose owner has changed none: the specification's. */
export const makeSite = (changes: Partial<Site> = {}): Site => ({
  ...unknownSite,
  name: 'Candor',
  tagline: 'Honest tech reviews',
  description: 'A trusted source for comprehensive tech reviews, comparisons and industry insights.',
  header: [
    { label: 'Home', url: '/' },
    { label: 'All Reviews', url: '/reviews' },
    { label: 'Tech Articles', url: '/tech-articles' },
    { label: 'Office Tools', url: '/office-tools' },
  ],
  footer: [
    { label: 'About Us', url: '/about' },
    { label: 'Contact', url: '/contact' },
    { label: 'Corrections', url: '/corrections' },
    { label: 'Privacy Policy', url: '/privacy' },
    { label: 'Terms of Service', url: '/terms' },
  ],
  social: [
    { label: 'Mastodon', url: 'https://mastodon.example/@candor' },
    { label: 'Bluesky', url: 'https://bluesky.example/candor' },
    { label: 'YouTube', url: 'https://youtube.example/@candor' },
  ],
  copyright: '© 2024 {{name}}. All rights reserved.',
  contactEmail: 'hello@candor.example',
  responseTime: 'within 24 hours',
  affiliateDisclosure: 'Some links to shops earn us a commission. It never changes a verdict, and it never changes your price.',
  illustrationNote: 'Image used for illustration purposes only.',
  publicHistory: 'full',
  correctionsPolicy:
    'When something we published was wrong, or has changed since, we say so: on its own page, and here, with the date, the reason and what it said before. Typos aren’t listed.',
  ...changes,
});

export const categories: Category[] = [
  {
    id: 1,
    name: 'Computers & Laptops',
    slug: 'computers',
    description: 'Laptops and desktops.',
    icon: 'laptop',
    color: '#2563eb',
    order: 0,
    criteria: [],
    specifications: [],
    ...stored,
  },
  {
    id: 2,
    name: 'Automotive Tech',
    slug: 'automotive',
    description: null,
    icon: 'car',
    color: '#059669',
    order: 0,
    criteria: [],
    specifications: [],
    ...stored,
  },
  {
    id: 3,
    name: 'Industrial Machines',
    slug: 'industrial',
    description: null,
    icon: 'factory',
    color: '#ea580c',
    order: 0,
    criteria: [],
    specifications: [],
    ...stored,
  },
  {
    id: 4,
    name: 'Smart Gadgets',
    slug: 'gadgets',
    description: null,
    icon: 'watch',
    color: '#9333ea',
    order: 0,
    criteria: [],
    specifications: [],
    ...stored,
  },
];

/** A single item, with its text rendered as far as tests need it: a paragraph a line. */
export function rendered<Item extends { content: string; verdict?: string | null }>(
  item: Item,
  changes: Partial<RenderedText> = {},
): Item & RenderedText {
  const html = (text: string) =>
    text
      .split(/\n+/)
      .map((line) => (line === '' ? '' : `<p>${line}</p>\n`))
      .join('');
  return {
    ...item,
    contentHtml: html(item.content),
    contentHeadings: [],
    contentWords: item.content.split(/\s+/).length,
    ...(item.verdict === undefined ? {} : { verdictHtml: html(item.verdict ?? '') }),
    ...changes,
  };
}

/** A picture's id is the SHA-256 of its file. */
export const pictureId = (digit: string): string => digit.repeat(64);

export function makePicture(changes: Partial<LibraryPicture> = {}): LibraryPicture {
  const id = changes.id ?? pictureId('a');
  return {
    id,
    url: `/media/${id}.jpg`,
    name: 'kettle.jpg',
    contentType: 'image/jpeg',
    size: 412_000,
    width: 2400,
    height: 1600,
    animated: false,
    alt: 'A kettle on a stove',
    caption: '',
    credit: '',
    focalPoint: { x: 0.5, y: 0.5 },
    storedAt: '2026-11-01T10:00:00Z',
    revision: 2,
    removedAt: null,
    allowed: false,
    replaces: [],
    copies: { status: 'ready', reason: '' },
    uses: [],
    ...changes,
  };
}

/** A publication that was recorded when it happened. */
export function makeMark(changes: Partial<Mark> = {}): Mark {
  const at = changes.at ?? '2026-11-17T08:00:00Z';
  return { type: 'published', kind: 'review', id: 3, title: 'The lamp', at, recordedAt: at, ...changes };
}

/** A week in which nothing has happened and nothing waits. */
export function makeWeek(over: Partial<Week> = {}): Week {
  const days = Array.from({ length: 7 }, (_, i) => ({ start: `2026-11-${15 + i}T00:00:00Z`, views: 0, visitors: 0, sessions: 0 }));
  return {
    drafts: { reviews: 0, articles: 0, pages: 0, edits: 0 },
    schedule: { items: 0, next: null, notPublished: [] },
    unreadMessages: 0,
    corrections: 0,
    days,
    marks: [],
    ...over,
  };
}
