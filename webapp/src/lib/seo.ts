// The head of a page. The server writes it into the first answer (headHtml); on navigation the app changes the same
// elements in place (applyHead), so that there is never a second title or canonical link.
import { accentId, accentStyle } from './accent';
import type { LinkedData } from './linked-data';
import { pageTitle, type HeadImage, type PageHead } from './page-head';
import { pictureOf } from './pictures';
import type { Site } from './site-settings';

/** The picture of a site whose owner has chosen none: the server draws its name (httpapi/pages/share_image.go). */
const drawn = (site: Site): HeadImage => ({ url: '/share.png', width: 1200, height: 630, alt: site.name });

/** Returns the meta elements of a page of the site at the public origin. A page without a picture is shared with the site's. */
function metaOf(head: PageHead, site: Site, origin: string): Record<string, string | undefined> {
  const title = pageTitle(head.title, site);
  const { url, width, height, alt } =
    head.image ?? (site.shareImage ? { url: site.shareImage, ...pictureOf(site, site.shareImage) } : drawn(site));
  const image = url.startsWith('/') ? origin + url : url || undefined;
  return {
    description: head.description,
    keywords: head.keywords ?? [site.tagline, site.name].filter(Boolean).join(', '),
    robots: head.index === false ? 'noindex, follow' : 'index, follow',
    'og:site_name': site.name,
    'og:type': head.type ?? 'website',
    'og:title': title,
    'og:description': head.description,
    'og:url': origin + head.path,
    'og:image': image,
    'og:image:width': width?.toString(),
    'og:image:height': height?.toString(),
    'og:image:alt': alt,
    'article:published_time': head.published,
    'article:modified_time': head.modified,
    'twitter:card': image ? 'summary_large_image' : 'summary',
    'twitter:title': title,
    'twitter:description': head.description,
    'twitter:image': image,
    'twitter:image:alt': alt,
  };
}

const attributeOf = (name: string) => (/^(og|article):/.test(name) ? 'property' : 'name');

/** The links between the pages of a list. */
const neighbours = ['prev', 'next'] as const;

/** The head as the server writes it. Every value is escaped here. */
export function headHtml(head: PageHead, site: Site, origin: string): string {
  const lines = [
    `<title>${escape(pageTitle(head.title, site))}</title>`,
    ...Object.entries(metaOf(head, site, origin)).flatMap(([name, value]) =>
      value ? [`<meta ${attributeOf(name)}="${name}" content="${escape(value)}">`] : [],
    ),
    `<link rel="canonical" href="${escape(origin + head.path)}">`,
    ...neighbours.flatMap((rel) => (head[rel] ? [`<link rel="${rel}" href="${escape(origin + head[rel])}">`] : [])),
    ...siteElements(site),
    ...(head.data ?? []).map((data) => `<script type="application/ld+json">${linkedDataText(data, origin)}</script>`),
  ];
  return lines.join('\n    ');
}

/** What the site's settings say in the head of every page; httpapi/pages/head.go writes the same, but for the accent. */
function siteElements({ name, icon, accent }: Site): string[] {
  const style = accentStyle(accent);
  return [
    `<link rel="alternate" type="application/atom+xml" title="${escape(name)}" href="/feed.xml">`,
    `<link rel="alternate" type="application/atom+xml" title="${escape(name)}: corrections" href="/corrections.xml">`,
    ...(icon
      ? [`<link rel="icon" href="${escape(icon)}">`, `<link rel="apple-touch-icon" href="${escape(icon)}">`]
      : ['<link rel="icon" href="/favicon.svg" type="image/svg+xml">']),
    '<link rel="manifest" href="/site.webmanifest">',
    ...(style ? [`<style id="${accentId}">${style}</style>`] : []),
  ];
}

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&#34;');
}

const links = new Set(['url', 'logo', 'contentUrl', 'item', 'image', 'target', 'mainEntityOfPage']);

/** The data as the text of a script, with our own paths made whole addresses. No '<' in it can end the script. */
function linkedDataText(data: LinkedData, origin: string): string {
  const whole = (key: string, value: unknown) =>
    links.has(key) && typeof value === 'string' && value.startsWith('/') && !value.startsWith('//') ? origin + value : value;
  return JSON.stringify(data, whole).replace(/</g, '\\u003c');
}

/** Makes the document's head say what `head` says: elements are changed in place, structured data takes the old one's place. */
export function applyHead(document: Document, head: PageHead, site: Site): void {
  const origin = originOf(document);
  document.title = pageTitle(head.title, site);
  link(document, 'canonical').setAttribute('href', origin + head.path);
  for (const rel of neighbours) {
    if (head[rel]) link(document, rel).setAttribute('href', origin + head[rel]);
    else document.head.querySelector(`link[rel="${rel}"]`)?.remove();
  }
  for (const [name, value] of Object.entries(metaOf(head, site, origin))) setMeta(document, name, value);
  document.head.querySelectorAll('script[type="application/ld+json"]').forEach((e) => e.remove());
  for (const data of head.data ?? []) {
    const script = document.createElement('script');
    script.type = 'application/ld+json';
    script.text = linkedDataText(data, origin);
    document.head.append(script);
  }
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
  const attribute = attributeOf(name);
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
