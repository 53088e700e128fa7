import { describe, expect, it } from 'vitest';
import { makeReview } from '@/testing/makers';
import { blocks, sectionsOf } from './sections';

const headings = (content: string) => blocks(content).flatMap((b) => (b.kind === 'heading' ? [b.text] : []));

describe('sub-headings of a text', () => {
  it('are short lines without final punctuation, before a paragraph', () => {
    expect(headings('How it sounds\nIt does not.\n\nBattery (15 h)\nTwo days of work.')).toEqual(['How it sounds', 'Battery (15 h)']);
  });
  it('are no sentences, bullets or last lines', () => {
    expect(headings('It shines.\nAnd it lasts.\n• Bright\nSo we kept it.\nThe end')).toEqual([]);
  });
  it('may end in any letter or digit, and in no mark', () => {
    const lines = ['Größe', 'Звук', '音質', 'Step 3', 'Half a mile…', 'And then?', 'It says “yes”', 'Loud 🔊', 'Price: 5 €', '終わり。'];
    expect(headings(lines.map((line) => `${line}\nA sentence.`).join('\n'))).toEqual(['Größe', 'Звук', '音質', 'Step 3']);
  });
  it('are no lists: of two short lines the first is text', () => expect(headings('Bright\nBlue\nThat is all there is.')).toEqual(['Blue']));
  it('are no long lines', () => expect(headings(`${'word '.repeat(20)}\nAnd a sentence.`)).toEqual([]));
  it('have ids of their own', () => expect(blocks('Sound\nNone.\nSound\nStill none.').map((b) => (b.kind === 'heading' ? b.id : null))).toEqual(['text-1', null, 'text-3', null]));
});

describe('the parts of a review', () => {
  it('are those that it has', () => {
    expect(sectionsOf(makeReview()).map((s) => s.title)).toEqual(['Review', 'Pros and Cons', 'Review Images', 'Final Verdict', 'Specifications']);
    expect(sectionsOf(makeReview({ pros: [], cons: [], imageUrls: [], verdict: null, specifications: [] })).map((s) => s.title)).toEqual(['Review']);
  });
});
