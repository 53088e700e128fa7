// The comparison of texts: what is marked, and that nothing gets lost in it.
import { describe, expect, it } from 'vitest';
import { diffWords, limited, shortened, withoutCutEnds, type Piece } from './word-diff';

const told = (pieces: Piece[]) => pieces.map(({ kind, text }) => (kind === 'same' ? text : kind === 'old' ? `[-${text}-]` : `{+${text}+}`)).join('');
const text = (pieces: Piece[], side: 'old' | 'new') => pieces.filter((p) => p.kind === 'same' || p.kind === side).map((p) => p.text).join('');

describe('diffWords', () => {
  it.each([
    ['', '', ''],
    ['', 'new', '{+new+}'],
    ['old', '', '[-old-]'],
    ['It is quiet.', 'It is loud.', 'It is [-quiet-]{+loud+}.'],
    ['A fast car', 'A very fast car', 'A {+very +}fast car'],
    ['One.\n\nTwo.\n\nThree.', 'One.\n\nThree.', 'One.\n\n[-Two.\n\n-]Three.'],
    ['Größe: 5 cm', 'Größe: 6 cm', 'Größe: [-5-]{+6+} cm'],
  ])('marks whole words: %j to %j', (before, after, want) => {
    expect(told(diffWords(before, after))).toBe(want);
  });

  it('marks each of several changes in a long text by itself', () => {
    const paragraph = (i: number) => `Paragraph ${i} has some words that stay as they are.`;
    const before = Array.from({ length: 300 }, (_, i) => paragraph(i)).join('\n\n');
    const after = before.replace(paragraph(40), 'Paragraph 40 has other words that stay as they are.').replace('Paragraph 250', 'Section 250');
    expect(diffWords(before, after).filter((p) => p.kind !== 'same')).toEqual([
      { kind: 'old', text: 'some' },
      { kind: 'new', text: 'other' },
      { kind: 'old', text: 'Paragraph' },
      { kind: 'new', text: 'Section' },
    ]);
  });

  it('loses nothing of either text, whatever they are', () => {
    let seed = 7;
    const random = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n;
    const any = () => Array.from({ length: random(30) }, () => ['a', 'bee', ' ', '\n', '.', 'é', '💡', '  '][random(8)]).join('');
    for (let i = 0; i < 500; i++) {
      const [before, after] = [any(), any()];
      const pieces = diffWords(before, after);
      expect(text(pieces, 'old')).toBe(before);
      expect(text(pieces, 'new')).toBe(after);
      expect(pieces.some((p, at) => p.text === '' || p.kind === pieces[at - 1]?.kind)).toBe(false);
    }
  });

  it('takes a text that is too long to compare as rewritten', () => {
    const pieces = diffWords('old word '.repeat(3000), 'new thing '.repeat(3000));
    expect(pieces.map((p) => p.kind)).toEqual(['old', 'new', 'same']);
  });
});

describe('shortened', () => {
  it('keeps what stands next to a change', () => {
    const [first, , , last] = shortened(diffWords(`${'start '.repeat(200)}old${' end'.repeat(200)}`, `${'start '.repeat(200)}new${' end'.repeat(200)}`));
    expect(first?.text.length).toBeLessThan(200);
    expect(first?.text).toMatch(/^\[…\] .*start $/);
    expect(last?.text).toMatch(/^ end.* \[…\]$/);
  });
});

describe('limited', () => {
  it('leaves short pieces alone', () => {
    const pieces = diffWords('It is quiet.', 'It is loud.');
    expect(limited(pieces, 800)).toEqual(pieces);
  });

  it('shows the beginnings of both texts where one was rewritten', () => {
    expect(limited(diffWords('old word '.repeat(3000), 'new thing '.repeat(3000)), 20).map((p) => p.text)).toEqual(['old word […]', 'new thing […]', ' […]']);
  });
});

describe('withoutCutEnds', () => {
  it('says nothing of words that were cut off', () => {
    expect(told(withoutCutEnds(diffWords('It has ten rooms and a cell…', 'It has twelve rooms and a…')))).toBe('It has [-ten-]{+twelve+} rooms and a[…]');
  });

  it('keeps what lies between whole lines', () => {
    const pieces = diffWords('It has ten rooms.\n…', 'It has twelve rooms.\n…');
    expect(withoutCutEnds(pieces)).toEqual(pieces);
    const added = diffWords('It has ten rooms.', `It has ten rooms. ${'It grows. '.repeat(50)}…`);
    expect(withoutCutEnds(added)).toEqual(added);
  });
});
