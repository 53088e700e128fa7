import { expect, it } from 'vitest';
import { returnAddress } from './return-address';

const origin = 'https://candor.example';
const query = (to: string) => `?to=${encodeURIComponent(to)}`;

it.each([
  '/?asOf=2026-10-01',
  '/reviews/3?asOf=2026-10-01T00:00:00Z',
  '/reviews?search=a+b&asOf=2026-10-01',
  '/about?asOf=2026-10-01#values',
])('leads back to %s', (to) => {
  expect(returnAddress(query(to), origin)).toBe(origin + to);
});

it('stays on this site whatever the address is written like', () => {
  expect(returnAddress('?to=/%09/reviews/../about?asOf=1', origin)).toBeNull();
  expect(returnAddress(query('/reviews/../about?asOf=1'), origin)).toBe(`${origin}/about?asOf=1`);
  expect(returnAddress(query('/re\tviews?asOf=1'), origin)).toBe(`${origin}/reviews?asOf=1`);
});

it.each([
  ['no address', ''],
  ['another host', '//evil.example/?asOf=1'],
  ['a tab before the second slash', '/\t/evil.example/?asOf=1'],
  ['a newline', '/\n/evil.example/?asOf=1'],
  ['a carriage return', '/\r/evil.example/?asOf=1'],
  ['several of them', '\t/\r\n\t/evil.example/?asOf=1'],
  ['a backslash', '/\\evil.example/?asOf=1'],
  ['two backslashes', '\\\\evil.example/?asOf=1'],
  ['a tab and a backslash', '/\t\\evil.example/?asOf=1'],
  ['three slashes', '///evil.example/?asOf=1'],
  ['a path that begins with two slashes', '/.//evil.example/?asOf=1'],
  ['a path that does so after its dots', '/a/..//evil.example/?asOf=1'],
  ['an address of another site', 'https://evil.example/?asOf=1'],
  ['a scheme without slashes', 'https:evil.example/?asOf=1'],
  ['credentials', '//admin:secret@candor.example/?asOf=1'],
  ['this host as a user', '//candor.example@evil.example/?asOf=1'],
  ['another port', '//candor.example:8443/?asOf=1'],
  ['another scheme', 'http://candor.example/?asOf=1'],
  ['a script', 'javascript:alert(1)//?asOf=1'],
  ['a script after a tab', '\tjavascript:alert(1)//?asOf=1'],
  ['data', 'data:text/html,<script>alert(1)</script>?asOf=1'],
  ['a blob of this origin', 'blob:https://candor.example/6c1c?asOf=1'],
  ['what is no address', '//[?asOf=1'],
  ['a relative address', 'reviews?asOf=1'],
  ['a page of today', '/reviews'],
  ['a moment in the fragment only', '/reviews#?asOf=1'],
  ['the dashboard', '/admin/reviews?asOf=1'],
  ['the login', '/admin-login?to=/&asOf=1'],
  ['a call', '/api/reviews?asOf=1'],
  ['a file', '/media/ab.png?asOf=1'],
])('refuses %s', (_, to) => {
  expect(returnAddress(query(to), origin)).toBeNull();
});
