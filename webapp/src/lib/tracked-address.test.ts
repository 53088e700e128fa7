import { expect, test } from 'vitest';
import { trackedAddress } from './tracked-address';

test.each([
  ['/reviews/3', '/reviews/3'],
  ['/reviews?search=my+illness', '/reviews'],
  ['/?utm_source=a&token=1&utm_email=ada@example.com&UTM_Medium=b&utm_id=7#part', '/?utm_source=a&UTM_Medium=b'],
  [
    'https://mail.example/?utm_campaign=x&utm_term&utm_content=y=z&utm_user=ada',
    'https://mail.example/?utm_campaign=x&utm_term&utm_content=y=z',
  ],
  ['', ''],
])('of %s a view says %s', (address, said) => {
  expect(trackedAddress(address)).toBe(said);
});
