import { expect, it } from 'vitest';
import { makeReview, rendered } from '@/testing/makers';
import { furtherPictures } from './further-pictures';
import { sectionsOf } from './sections';

const stored = (letter: string) => `/media/${letter.repeat(64)}.webp`;
const outside = 'https://img.example/a.jpg?w=1&h=2';
const review = makeReview({ imageUrls: [stored('a'), stored('b'), outside, stored('c')] });

it('leaves out the pictures that the text or the verdict shows, wherever they are served', () => {
  const contentHtml = `<p>It is <img src="/preview/xyz${stored('b')}" alt=""> and <img src="https://img.example/a.jpg?w=1&amp;h=2" alt=""></p>`;
  expect(furtherPictures(rendered(review, { contentHtml }))).toEqual([stored('c')]);
  expect(furtherPictures(rendered(review, { contentHtml, verdictHtml: `<figure><img src="${stored('c')}" alt=""></figure>` }))).toEqual([]);
  expect(furtherPictures(rendered(review))).toEqual([stored('b'), outside, stored('c')]);
});

it('keeps a picture whose address the text only names', () => {
  const contentHtml = `<p><a href="${stored('b')}">${stored('b')}</a></p>`;
  expect(furtherPictures(rendered(review, { contentHtml }))).toContain(stored('b'));
});

it('has no section for pictures that the text shows', () => {
  const one = makeReview({ imageUrls: [stored('a'), stored('b')] });
  const titles = (contentHtml: string) => sectionsOf(rendered(one, { contentHtml })).map(({ title }) => title);
  expect(titles('<p>Text.</p>')).toContain('Review Images');
  expect(titles(`<figure><img src="${stored('b')}" alt=""></figure>`)).not.toContain('Review Images');
});
