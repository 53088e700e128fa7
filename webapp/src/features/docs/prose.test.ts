import { expect, test } from 'vitest';
import { anchor, blocksOf } from './prose';

test('headings, paragraphs, lists and code are told apart', () => {
  const markdown = 'First words\nin two lines.\n\n## Quick start\n\n- one\n- two\n  lines\n\n```sh\ncurl a\n\ncurl b\n```\n\nLast.\n';
  expect(blocksOf(markdown)).toEqual([
    { kind: 'paragraph', text: 'First words in two lines.' },
    { kind: 'heading', text: 'Quick start', id: 'quick-start' },
    { kind: 'list', items: ['one', 'two lines'] },
    { kind: 'code', text: 'curl a\n\ncurl b' },
    { kind: 'paragraph', text: 'Last.' },
  ]);
});

test('an anchor is made of letters, digits and dashes', () => {
  expect(anchor('Sending a request again')).toBe('sending-a-request-again');
});
