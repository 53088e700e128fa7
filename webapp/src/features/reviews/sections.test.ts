import { describe, expect, it } from 'vitest';
import { makeReview, rendered } from '@/testing/makers';
import { sectionsOf } from './sections';

describe('the parts of a review', () => {
  it('are those that it has', () => {
    expect(sectionsOf(rendered(makeReview())).map((s) => s.title)).toEqual([
      'Review',
      'Pros and Cons',
      'Review Images',
      'Final Verdict',
      'Specifications',
    ]);
    expect(
      sectionsOf(rendered(makeReview({ pros: [], cons: [], imageUrls: [], verdict: null, specifications: [] }))).map((s) => s.title),
    ).toEqual(['Review']);
  });

  it('begin with the headings of the text, down to the third level', () => {
    const contentHeadings = [2, 3, 4].map((level) => ({ level, id: `text-${level}`, text: `Level ${level}` }));
    expect(sectionsOf(rendered(makeReview(), { contentHeadings })).slice(0, 4)).toEqual([
      { id: 'text', title: 'Review' },
      { id: 'text-2', title: 'Level 2' },
      { id: 'text-3', title: 'Level 3' },
      { id: 'pros-and-cons', title: 'Pros and Cons' },
    ]);
  });

  it('name the first 60 headings of a text, however many it has', () => {
    const contentHeadings = Array.from({ length: 5000 }, (_, i) => ({ level: 2, id: `text-${i}`, text: `Part ${i}` }));
    const titles = sectionsOf(rendered(makeReview(), { contentHeadings })).map((s) => s.title);
    expect(titles.slice(60, 62)).toEqual(['Part 59', 'Pros and Cons']);
  });
});
