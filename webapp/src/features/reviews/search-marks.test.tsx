import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { foundBy } from './search-marks';

const marks = (term: string, text: string) => {
  const { container } = render(<p>{foundBy(term).marked(text)}</p>);
  expect(container.textContent).toBe(text);
  return [...container.querySelectorAll('mark')].map((m) => m.textContent);
};

describe('marks of a search', () => {
  it('are on every match, whatever its case', () => expect(marks('lamp', 'Lamp by LAMP, a clamp')).toEqual(['Lamp', 'LAMP', 'lamp']));
  it('take the term as it is, not as a pattern', () => expect(marks('4.6 (+)', 'a 4.6 (+) and a 456')).toEqual(['4.6 (+)']));
  it('know letters beyond ASCII', () => expect(marks('čaj', 'Čaj')).toEqual(['Čaj']));
  it('are none without a match', () => expect(marks('zebra', 'A lamp')).toEqual([]));
});

describe('the passage of a text', () => {
  const far = `${'Words that say little. '.repeat(20)}Here the battery is praised. ${'And more words follow. '.repeat(20)}`;

  const review = { contentText: far.slice(0, 320), matchText: 'the battery is praised once more. And more words follow.' };

  it('is its beginning when the match is there', () => expect(foundBy('words').passage(review, 120)).toMatch(/^Words that say little/));
  it('is around the first match when that stands further down', () => {
    const passage = foundBy('BATTERY').passage({ contentText: far }, 120);
    expect(passage).toContain('battery');
    expect(passage).toMatch(/^… \w.*…$/);
    expect(passage.length).toBeLessThanOrEqual(120);
  });
  it('is what the server found further down', () => expect(foundBy('praised').passage(review, 30)).toBe('… the battery is praised once…'));
  it('is its beginning when the match is in another field', () => expect(foundBy('Odile').passage({ contentText: far }, 120)).toMatch(/^Words/));
});
