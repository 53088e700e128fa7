import { expect, it } from 'vitest';
import cases from './slug.cases.json';
import { slugOf } from './slug-of';

it.each(cases)('suggests the slug of a name that $text that', ({ text, slug }) => {
  expect(slugOf(text)).toBe(slug);
});
