// An item's pictures as readers see them: sizes, captions, credits, and the lightbox.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ItemPictures } from '@/lib/media';
import { makeArticle, makeReview, rendered } from '@/testing/makers';
import { emptySite, renderApp } from '@/testing/render';
import { on } from '@/testing/server';

const note = 'Image used for illustration purposes only.';

const pictures: ItemPictures = {
  '/media/main.webp': { width: 2400, height: 1600, alt: 'The laptop, open', widths: [480, 800], focalPoint: { x: 0.25, y: 0.75 } },
  '/media/side.webp': { width: 900, height: 1600, caption: 'The ports.', credit: 'Photo: Odile Marchbank', widths: [480] },
};

beforeEach(emptySite);

const images = (container: HTMLElement) => [...container.querySelectorAll('img')];
const main = () => screen.getByRole('main');

describe('a review’s pictures', () => {
  const review = {
    ...rendered(makeReview({ imageUrls: ['/media/main.webp', '/media/side.webp', 'https://elsewhere.example/far.jpg'] })),
    pictures,
  };

  beforeEach(() => on('GET /api/reviews/1', review));

  it('come in the size that fits, with the alt text of the library, and with what they show in the middle', async () => {
    renderApp('/reviews/1');
    await screen.findByRole('heading', { level: 1, name: 'The quiet laptop' });
    const [first, second, far] = images(main());
    expect(first?.getAttribute('srcset')).toBe('/media/main/480 480w, /media/main/800 800w, /media/main.webp 2400w');
    expect(first?.alt).toBe('The laptop, open');
    expect(first?.style.objectPosition).toBe('25% 75%');
    expect(['loading', 'fetchpriority'].map((name) => first?.getAttribute(name))).toEqual(['eager', 'high']);
    expect(second?.getAttribute('srcset')).toBe('/media/side/480 480w, /media/side.webp 900w');
    expect(['width', 'height', 'loading'].map((name) => second?.getAttribute(name))).toEqual(['900', '1600', 'lazy']);
    expect(far?.getAttribute('srcset')).toBeNull();
    expect(far?.src).toBe('https://elsewhere.example/far.jpg');
  });

  it('bear their caption and credit; without a credit, the note', async () => {
    renderApp('/reviews/1');
    const captions = () => [...main().querySelectorAll('figcaption')].map((caption) => caption.textContent);
    await waitFor(() => expect(captions()).toEqual([note, 'The ports. Photo: Odile Marchbank', note]));
  });

  it('fall back from a copy that is missing to the picture itself, and from that to a quiet ring', async () => {
    renderApp('/reviews/1');
    const thumbnail = within(await screen.findByRole('link', { name: 'Image 2 of the Slate 14, opens in a new tab' }));
    fireEvent.error(thumbnail.getByRole('presentation'));
    expect(thumbnail.getByRole('presentation').getAttribute('srcset')).toBeNull();
    fireEvent.error(thumbnail.getByRole('presentation'));
    expect(thumbnail.queryByRole('presentation')).toBeNull();
  });

  it('are enlarged one by one, with the keyboard, and the focus returns', async () => {
    const user = renderApp('/reviews/1');
    const button = await screen.findByRole('button', { name: 'Enlarge image 2' });
    await user.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Image 2 of 3' });
    expect(within(dialog).getByText('Photo: Odile Marchbank', { exact: false })).toBeTruthy();
    expect(within(dialog).getByRole('img', { name: 'Image 2 of the Slate 14' }).getAttribute('srcset')).toContain('/media/side/480 480w');
    await user.keyboard('{ArrowLeft}');
    expect(within(dialog).getByRole('img', { name: 'The laptop, open' })).toBeTruthy();
    expect(within(dialog).getByText(note)).toBeTruthy();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByRole('dialog', { name: 'Image 3 of 3' })).toBe(dialog); // round to the last
    await user.keyboard('{Home}');
    await user.click(within(dialog).getByRole('button', { name: 'Next image' }));
    expect(screen.getByRole('dialog', { name: 'Image 2 of 3' })).toBe(dialog);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('say in the lightbox which one can’t be loaded', async () => {
    const user = renderApp('/reviews/1');
    await user.click(await screen.findByRole('button', { name: 'Enlarge image 3' }));
    const dialog = await screen.findByRole('dialog', { name: 'Image 3 of 3' });
    fireEvent.error(within(dialog).getByRole('img'));
    expect(within(dialog).getByText('This image couldn’t be loaded.')).toBeTruthy();
    await user.keyboard('{ArrowRight}');
    expect(within(dialog).getByRole('img', { name: 'The laptop, open' })).toBeTruthy();
  });

  it('tell search engines and those who share the page of the first one', async () => {
    renderApp('/reviews/1');
    const content = (property: string) => document.querySelector(`meta[property="${property}"]`)?.getAttribute('content');
    await waitFor(() => expect(content('og:image')).toMatch(/\/media\/main\.webp$/));
    expect([content('og:image:width'), content('og:image:height'), content('og:image:alt')]).toEqual(['2400', '1600', 'The laptop, open']);
    const [product] = [...document.querySelectorAll<HTMLScriptElement>('script[type="application/ld+json"]')].map(
      (script) => JSON.parse(script.text) as { image?: object },
    );
    expect(product?.image).toMatchObject({ '@type': 'ImageObject', width: 2400, height: 1600 });
  });
});

it('a picture behind a preview link has its copies there, too', async () => {
  const own = '/preview/abc/media/0f.jpg';
  const item = {
    ...rendered(makeReview({ imageUrls: [own], isPublished: false })),
    pictures: { [own]: { width: 1000, height: 500, widths: [480] } },
  };
  on('GET /api/preview/abc', { kind: 'review', item, from: null, expiresAt: '2026-12-01T00:00:00Z' });
  renderApp('/preview/abc');
  const picture = await screen.findByRole('img', { name: 'The Slate 14 by Tarnholt' });
  expect(picture.getAttribute('srcset')).toBe('/preview/abc/media/0f/480 480w, /preview/abc/media/0f.jpg 1000w');
});

it('an article’s picture bears its credit, is enlarged, and disappears if it can’t be loaded', async () => {
  on('GET /api/news/1', {
    ...rendered(makeArticle()),
    pictures: { '/media/town.webp': { width: 1200, height: 800, alt: 'The town hall', credit: 'Photo: A clerk' } },
  });
  const user = renderApp('/tech-articles/1');
  const picture = await screen.findByRole('img', { name: 'The town hall' });
  expect(screen.getByText('Photo: A clerk')).toBeTruthy();
  expect(screen.queryByText(note)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Enlarge image' }));
  const dialog = await screen.findByRole('dialog', { name: 'Image' });
  expect(within(dialog).queryByRole('button', { name: 'Next image' })).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  fireEvent.error(picture);
  expect(screen.queryByText('Photo: A clerk')).toBeNull();
});
