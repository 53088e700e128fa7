import { expect, it } from 'vitest';
import { editorAddress, listPath } from './editor-path';

it('tells what an editor edits, and which list it lies over', () => {
  expect(editorAddress('/admin/reviews/new')).toEqual({ list: '/admin/reviews', item: 'new' });
  expect(editorAddress('/admin/pages/12/edit')).toEqual({ list: '/admin/pages', item: 12 });
  expect(listPath('/admin/articles/7/edit')).toBe('/admin/articles');
});

it('knows ids that no item can have', () => {
  for (const id of ['abc', '0', '-1', '1.5', '99999999999999999999'])
    expect(editorAddress(`/admin/reviews/${id}/edit`)).toEqual({ list: '/admin/reviews', item: undefined });
});

it('leaves every other path as it is', () => {
  for (const path of ['/admin', '/admin/reviews', '/admin/reviews/12', '/reviews/12/edit', '/admin/reviews/12/edit/more']) {
    expect(editorAddress(path)).toBeNull();
    expect(listPath(path)).toBe(path);
  }
});
