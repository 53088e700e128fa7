import { beforeEach, describe, expect, it } from 'vitest';
import { makeSite } from '@/testing/makers';
import { pageTitle } from './page-head';
import { applyHead, headHtml } from './seo';

const site = makeSite();

const served = `
  <title>Old</title>
  <link rel="canonical" href="https://reviews.example/reviews/1">
  <meta name="description" content="Old">
  <meta property="og:image" content="https://reviews.example/old.webp">
  <script type="application/ld+json">{"@type":"Review"}</script>`;

describe('the head on navigation', () => {
  beforeEach(() => {
    document.head.innerHTML = served;
  });

  const about = { title: 'About', description: 'Who we are.', path: '/about' };
  const content = (selector: string) => [...document.head.querySelectorAll(selector)].map((e) => e.getAttribute('content'));

  it('changes the elements that the server wrote and adds no second one', () => {
    applyHead(document, about, site);
    expect(document.title).toBe('About | Candor');
    expect(content('meta[name="description"]')).toEqual(['Who we are.']);
    expect(document.head.querySelectorAll('link[rel="canonical"]')).toHaveLength(1);
    expect(document.head.querySelectorAll('title')).toHaveLength(1);
  });

  it('keeps the public origin that the server knows', () => {
    applyHead(document, about, site);
    expect(document.head.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe('https://reviews.example/about');
    expect(content('meta[property="og:url"]')).toEqual(['https://reviews.example/about']);
  });

  it('drops the picture and the structured data of the page before: the picture is the one drawn for the site', () => {
    applyHead(document, about, { ...site, name: 'Kettle Weekly' });
    expect(content('meta[property="og:image"]')).toEqual(['https://reviews.example/share.png']);
    expect(content('meta[property="og:image:alt"]')).toEqual(['Kettle Weekly']);
    expect(document.head.querySelector('script')).toBeNull();
  });

  it('brings the structured data of the page, with whole addresses', () => {
    applyHead(
      document,
      { title: 'One', description: 'One.', path: '/reviews/1', data: [{ '@type': 'Review', url: '/reviews/1', name: '</script>' }] },
      site,
    );
    const scripts = [...document.head.querySelectorAll('script')];
    expect(scripts.map((s) => JSON.parse(s.text) as unknown)).toEqual([
      { '@type': 'Review', url: 'https://reviews.example/reviews/1', name: '</script>' },
    ]);
    expect(scripts[0]?.text).not.toContain('<');
  });

  it('asks search engines to stay away where told', () => {
    applyHead(document, { ...about, index: false }, site);
    expect(content('meta[name="robots"]')).toEqual(['noindex, follow']);
    applyHead(document, about, site);
    expect(content('meta[name="robots"]')).toEqual(['index, follow']);
  });
});

describe('the head that the server writes', () => {
  const head = {
    title: 'A "quiet" <laptop>',
    description: 'Quiet.',
    path: '/reviews/1',
    image: { url: '/media/a.webp', width: 1200, height: 800, alt: 'A "quiet" laptop' },
    data: [{ '@type': 'Review', url: '/reviews/1' }],
  };

  it('is what navigation would make of an empty head', () => {
    document.head.innerHTML = '<link rel="canonical" href="https://reviews.example/">';
    applyHead(document, head, site);
    const lines = () =>
      [...document.head.children]
        .map((e) => e.outerHTML)
        .filter((line) => !/<link rel="(alternate|icon|manifest)"/.test(line))
        .sort();
    const navigated = lines();
    document.head.innerHTML = headHtml(head, site, 'https://reviews.example');
    expect(lines()).toEqual(navigated);
  });

  it('escapes what it shows', () => {
    expect(headHtml(head, site, '')).toContain('<title>A &#34;quiet&#34; &lt;laptop&gt; | Candor</title>');
  });
});

describe('titles', () => {
  it('the home page bears the name and the tagline', () => expect(pageTitle('', site)).toBe('Candor: Honest tech reviews'));
  it('without a tagline, the home page bears the name', () => expect(pageTitle('', makeSite({ tagline: '' }))).toBe('Candor'));
  it('while the name is unknown, a page bears its own title', () => expect(pageTitle('About', makeSite({ name: '' }))).toBe('About'));
});

describe('the head of a site of its owner’s own', () => {
  const shareImage = '/media/share.webp';
  const kitchen = makeSite({
    name: 'Noisy "K" Kitchen',
    icon: '/media/icon.png',
    accent: '#c0392b',
    shareImage,
    pictures: { [shareImage]: { width: 1200, height: 630, alt: 'Steam' } },
  });
  const about = { title: 'About', description: 'Who we are.', path: '/about' };

  it('bears its name, its icon, its accent and the picture that its pages are shared with', () => {
    document.head.innerHTML = headHtml(about, kitchen, 'https://reviews.example');
    const found = (selector: string, attribute: string) => document.head.querySelector(selector)?.getAttribute(attribute);
    expect(document.title).toBe('About | Noisy "K" Kitchen');
    expect(found('meta[property="og:site_name"]', 'content')).toBe('Noisy "K" Kitchen');
    expect(found('meta[property="og:image"]', 'content')).toBe('https://reviews.example/media/share.webp');
    expect(found('meta[property="og:image:width"]', 'content')).toBe('1200');
    expect(found('link[rel="icon"]', 'href')).toBe('/media/icon.png');
    expect(found('link[rel="apple-touch-icon"]', 'href')).toBe('/media/icon.png');
    expect(found('link[href="/corrections.xml"]', 'title')).toBe('Noisy "K" Kitchen: corrections');
    expect(document.getElementById('accent')?.textContent).toContain('--accent:#');
  });

  it('shows a page’s own picture first', () => {
    const html = headHtml({ ...about, image: { url: '/media/own.webp' } }, kitchen, 'https://reviews.example');
    expect(html).toContain('content="https://reviews.example/media/own.webp"');
    expect(html).not.toContain('share.webp');
  });

  it('has the theme’s own accent without a colour', () => expect(headHtml(about, site, '')).not.toContain('<style'));
});
