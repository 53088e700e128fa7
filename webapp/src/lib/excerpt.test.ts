import { describe, expect, it } from 'vitest';
import { descriptionOf } from './description';
import { excerpt, excerptSource } from './excerpt';
import cases from './excerpt.cases.json';

describe('the excerpt of a text that', () => {
  it.each(cases)('$text that', ({ text, length, excerpt: want }) => {
    const got = excerpt(text, length);
    expect(got).toBe(want);
    expect(Array.from(got).length).toBeLessThanOrEqual(length);
  });
});

it('cuts a long text where it would cut a short one', () => {
  for (const start of ['x', '👍', ' \n ', ' '.repeat(2000) + 'y', 'é \n']) {
    for (const long of [start.repeat(300), `${start.repeat(37)} and ${'more '.repeat(1000)}`]) {
      const line = Array.from(long.replace(/\s+/g, ' ').trim());
      expect(excerpt(long, 20)).toBe(excerpt(line.slice(0, 40).join(''), 20));
    }
  }
});

it('is the same for the beginning of a text as for all of it', () => {
  for (const { text, length } of cases) expect(excerpt(excerptSource(text, length), length)).toBe(excerpt(text, length));
  for (let words = 0; words < 12; words++) {
    const text = `${'x'.repeat(words)} ab 👍🏽 é 🇩🇪\n`.repeat(8);
    for (const length of [10, 20, 21, 22]) expect(excerpt(excerptSource(text, 22), length)).toBe(excerpt(text, length));
  }
});

describe('a description', () => {
  it('is the own excerpt, whole and on one line', () =>
    expect(descriptionOf(` One. \n Two. ${'x'.repeat(200)}`, 'Text')).toBe(`One. Two. ${'x'.repeat(200)}`));
  it('is else the beginning of the text', () => {
    expect(descriptionOf('  ', 'A text.')).toBe('A text.');
    expect(descriptionOf(null, 'word '.repeat(60))).toBe(`${'word '.repeat(29)}word…`);
  });
});
