// Texts that are made to be expensive. A bot's draft is opened in the editor: none may keep it from answering.
import { describe, expect, it } from 'vitest';
import { language } from './language';
import { picturesIn } from './picture-text';
import { wordsIn } from './text-counts';

const longest = 200_000;
const fill = (part: string) => part.repeat(longest / part.length);

/** Returns how many nodes of each type the grammar finds. */
function nodesIn(text: string): Map<string, number> {
  const count = new Map<string, number>();
  language.language.parser.parse(text).iterate({ enter: ({ name }) => void count.set(name, (count.get(name) ?? 0) + 1) });
  return count;
}

describe('a text with too much markup', () => {
  it('has the emphasis of the first 2,000 marks of a paragraph', () => {
    expect(nodesIn(fill('*a* ')).get('Emphasis')).toBe(1000);
    expect(nodesIn(fill('_a*')).get('Emphasis')).toBeUndefined();
  });

  it('has its markup in the next paragraph again', () => {
    expect(nodesIn(`${'_a*'.repeat(20_000)}\n\n*b*`).get('Emphasis')).toBe(1);
  });

  it('has few of the links and code spans that nothing ends', () => {
    for (const part of ['[a](', '[a](<b', '`a``', '![a](', '[a][', '[]', '['])
      expect((nodesIn(fill(part)).get('Link') ?? 0) + (nodesIn(fill(part)).get('Image') ?? 0)).toBeLessThanOrEqual(1000);
  });

  it('has lists and quotes up to 16 deep', () => {
    const items = Array.from({ length: 18 }, (_, n) => `${'  '.repeat(n)}- item`).join('\n');
    expect(nodesIn(items).get('ListItem')).toBe(16);
    expect(nodesIn(`${'> '.repeat(100)}a`).get('Blockquote')).toBe(16);
    expect(nodesIn(fill('> - ')).get('ListItem')).toBe(8);
  });
});

describe('what is counted in a text', () => {
  it('is counted in any text', () => {
    for (const part of ['!', '[', '](', '![a](', '"](<"', '&#', '*', '\\']) expect(wordsIn(fill(part))).toBeLessThanOrEqual(1);
    for (const part of ['![a](', '![', '![a](<b', ']', '![a](b ']) expect(picturesIn(fill(part))).toEqual([]);
  });

  it('has the pictures after brackets that nothing ends', () => {
    expect(picturesIn('![![one](/a.webp "t") ![two](</b c.webp>) ![\\]three]( /d.webp ) ![](e')).toEqual([
      { alt: 'one', address: '/a.webp', at: 4 },
      { alt: 'two', address: '/b c.webp', at: 24 },
      { alt: '\\]three', address: '/d.webp', at: 44 },
    ]);
  });
});
