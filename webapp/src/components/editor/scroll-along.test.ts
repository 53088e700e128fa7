import { expect, it } from 'vitest';
import { alongside, inOrder } from './scroll-along';

const anchors = [
  { text: 0, page: 0 },
  { text: 100, page: 400 },
  { text: 300, page: 500 },
];

it('goes from anchor to anchor', () => {
  expect([0, 50, 100, 200, 300].map((y) => alongside(y, anchors))).toEqual([0, 200, 400, 450, 500]);
});

it('stays at the ends', () => {
  expect(alongside(900, anchors)).toBe(500);
  expect(alongside(-10, anchors)).toBe(0);
  expect(alongside(5, [])).toBe(0);
});

it('leaves out anchors that would lead back', () => {
  expect(inOrder([...anchors, { text: 250, page: 700 }, { text: 400, page: 450 }, { text: 500, page: 600 }])).toEqual([
    ...anchors,
    { text: 500, page: 600 },
  ]);
});
