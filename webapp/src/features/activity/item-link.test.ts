import { expect, it } from 'vitest';
import { itemLink } from './item-link';

it.each([
  ['review', 'published', '/reviews/7'],
  ['review', 'present', '/admin/reviews?search=How%20we%20test'],
  ['article', 'published', '/tech-articles/7'],
  ['article', 'present', '/admin/articles?search=How%20we%20test'],
  ['page', 'published', '/admin/pages?search=How%20we%20test'],
  ['page', 'present', '/admin/pages?search=How%20we%20test'],
  ['message', 'present', '/admin/messages?message=7'],
  ['key', 'present', '/admin/api'],
] as const)('a %s that is %s: %s', (kind, state, to) => expect(itemLink({ kind, id: 7, title: 'How we test', state })?.to).toBe(to));

it('leads to nothing that is deleted or has no page', () => {
  expect(itemLink({ kind: 'page', id: 7, title: 'How we test', state: 'deleted' })).toBeNull();
  expect(itemLink({ kind: 'category', id: 7, state: 'present' })).toBeNull();
  expect(itemLink({ kind: 'picture', id: 7, state: 'present' })).toBeNull();
});

it('leads from a section of the settings to its form', () => {
  expect(itemLink({ kind: 'settings', id: 0, title: 'navigation', state: 'present' })).toEqual({
    to: '/admin/settings/navigation',
    label: 'Open Navigation settings',
  });
});
