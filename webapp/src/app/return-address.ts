// Where the login leads back to. The address comes in a query, which anybody can write into a link.
import { isOfThePast } from '@/past-bar/moment';

/**
 * Returns the page of the past that the query's `to` names, as a full address of this site, or null if it names anything
 * else. Browsers drop tabs and newlines and read '\' as '/', so the address is judged after parsing, never as text.
 */
export function returnAddress(search: string, origin: string): string | null {
  const to = new URLSearchParams(search).get('to');
  if (!to?.startsWith('/') || !URL.canParse(to, origin)) return null;
  const url = new URL(to, origin);
  if (url.origin !== origin || url.username !== '' || url.password !== '' || url.pathname.startsWith('//')) return null;
  return isOfThePast(url) && !url.pathname.startsWith('/api/') && url.searchParams.has('asOf') ? url.href : null;
}
