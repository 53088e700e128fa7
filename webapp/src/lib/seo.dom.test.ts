import { beforeEach, describe, expect, it } from 'vitest';
import { pageTitle } from './page-head';
import { applyHead, headHtml } from './seo';

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
    applyHead(document, about);
    expect(document.title).toBe('About | Candor');
    expect(content('meta[name="description"]')).toEqual(['Who we are.']);
    expect(document.head.querySelectorAll('link[rel="canonical"]')).toHaveLength(1);
    expect(document.head.querySelectorAll('title')).toHaveLength(1);
  });

  it('keeps the public origin that the server knows', () => {
    applyHead(document, about);
    expect(document.head.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe('https://reviews.example/about');
    expect(content('meta[property="og:url"]')).toEqual(['https://reviews.example/about']);
  });

  it('drops the picture and the structured data of the page before', () => {
    applyHead(document, about);
    expect(content('meta[property="og:image"]')).toEqual([]);
    expect(document.head.querySelector('script')).toBeNull();
  });

  it('brings the structured data of the page, with whole addresses', () => {
    applyHead(document, { title: 'One', description: 'One.', path: '/reviews/1', data: [{ '@type': 'Review', url: '/reviews/1', name: '</script>' }] });
    const scripts = [...document.head.querySelectorAll('script')];
    expect(scripts.map((s) => JSON.parse(s.text) as unknown)).toEqual([{ '@type': 'Review', url: 'https://reviews.example/reviews/1', name: '</script>' }]);
    expect(scripts[0]?.text).not.toContain('<');
  });

  it('asks search engines to stay away where told', () => {
    applyHead(document, { ...about, index: false });
    expect(content('meta[name="robots"]')).toEqual(['noindex, follow']);
    applyHead(document, about);
    expect(content('meta[name="robots"]')).toEqual(['index, follow']);
  });
});

describe('the head that the server writes', () => {
  const head = { title: 'A "quiet" <laptop>', description: 'Quiet.', path: '/reviews/1', image: { url: '/media/a.webp', width: 1200, height: 800, alt: 'A "quiet" laptop' }, data: [{ '@type': 'Review', url: '/reviews/1' }] };

  it('is what navigation would make of an empty head', () => {
    document.head.innerHTML = '<link rel="canonical" href="https://reviews.example/">';
    applyHead(document, head);
    const lines = () => [...document.head.children].map((e) => e.outerHTML).filter((line) => !line.includes('atom+xml')).sort();
    const navigated = lines();
    document.head.innerHTML = headHtml(head, 'https://reviews.example');
    expect(lines()).toEqual(navigated);
  });

  it('escapes what it shows', () => {
    expect(headHtml(head, '')).toContain('<title>A &#34;quiet&#34; &lt;laptop&gt; | Candor</title>');
  });
});

describe('titles', () => {
  it('the home page bears the name and the tagline', () => expect(pageTitle('')).toBe('Candor: honest tech reviews'));
});
