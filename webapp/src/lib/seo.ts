// The head of a page. The server writes it into the first answer; on navigation the app changes the same
// elements in place, so that there is never a second title or canonical link.
import { site } from './site';

export interface PageHead {
  title: string;
  description: string;
  /** The canonical path, without query. */
  path: string;
  keywords?: string | undefined;
  image?: string | undefined;
  type?: 'website' | 'article' | undefined;
  /** False for pages that search engines should not keep: errors, search results, the admin's screens. */
  index?: boolean | undefined;
}

/** The document title of a page: 'About | Candor'. */
export function pageTitle(title: string): string {
  return title === '' ? `${site.name}: ${site.tagline.toLowerCase()}` : `${title} | ${site.name}`;
}

/** The most characters of a description taken from a content (spec section 2). */
const descriptionLength = 150;

/** The excerpt, or else the first 150 characters of the content. */
export function descriptionOf(excerptText: string | null | undefined, content: string): string {
  return excerptText?.trim() || Array.from(content.replace(/\s+/g, ' ').trim()).slice(0, descriptionLength).join('');
}

/** Makes the document's head say what `head` says. Structured data of another page is removed. */
export function applyHead(document: Document, head: PageHead): void {
  const title = pageTitle(head.title);
  const url = originOf(document) + head.path;
  const moved = link(document, 'canonical').getAttribute('href') !== url;
  document.title = title;
  link(document, 'canonical').setAttribute('href', url);
  const image = head.image ? new URL(head.image, url).href : undefined;
  const values: Record<string, string | undefined> = {
    description: head.description,
    keywords: head.keywords ?? site.keywords,
    robots: head.index === false ? 'noindex, follow' : 'index, follow',
    'og:title': title,
    'og:description': head.description,
    'og:type': head.type ?? 'website',
    'og:url': url,
    'og:site_name': site.name,
    'og:image': image,
    'twitter:card': image ? 'summary_large_image' : 'summary',
    'twitter:title': title,
    'twitter:description': head.description,
    'twitter:image': image,
  };
  for (const [name, value] of Object.entries(values)) setMeta(document, name, value);
  if (moved) document.head.querySelectorAll('script[type="application/ld+json"]').forEach((e) => e.remove());
}

/** The public origin: the server's canonical link knows it, which may differ from the address in use. */
function originOf(document: Document): string {
  const canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  return canonical ? new URL(canonical).origin : document.location.origin;
}

function link(document: Document, rel: string): Element {
  const found = document.head.querySelector(`link[rel="${rel}"]`);
  if (found) return found;
  const made = document.createElement('link');
  made.setAttribute('rel', rel);
  document.head.append(made);
  return made;
}

function setMeta(document: Document, name: string, value: string | undefined): void {
  const attribute = name.startsWith('og:') ? 'property' : 'name';
  let meta = document.head.querySelector(`meta[${attribute}="${name}"]`);
  if (!value) {
    meta?.remove();
    return;
  }
  if (!meta) {
    meta = document.createElement('meta');
    meta.setAttribute(attribute, name);
    document.head.append(meta);
  }
  meta.setAttribute('content', value);
}
