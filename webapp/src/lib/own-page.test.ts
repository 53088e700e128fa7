import { expect, test } from 'vitest';
import { isOwnPage } from './own-page';

test.each(['/admin', '/admin/', '/admin/reviews', '/admin-login', '/admin-login?to=%2Fadmin', '/Admin/Reviews'])(
  '%s is the owner’s',
  (page) => {
    expect(isOwnPage(page)).toBe(true);
  },
);

test.each(['/', '/reviews/1', '/administrators', '/admin-tools', '/reviews/admin', '/?to=/admin'])('%s is for readers', (page) => {
  expect(isOwnPage(page)).toBe(false);
});
