// Which addresses belong to the past that a page shows, and how they say which moment it is.

/** What is not of the past: the dashboard is today's, and files are the same at any time. */
const others = /^\/(admin|media|assets)(\/|-|$)/;
const otherCalls = /^\/api\/(admin|analytics)\//;

/** Whether an address of this site can be shown as it was. */
export const isOfThePast = ({ pathname }: URL) => !others.test(pathname) && !otherCalls.test(pathname);

/** The address, which says the moment; one that says a moment already keeps it, and so does one of elsewhere. */
export function withMoment(url: URL, moment: string, origin: string): URL {
  if (url.origin !== origin || !isOfThePast(url) || url.searchParams.has('asOf')) return url;
  return at(url, moment);
}

/** The address at another moment: the rest of its query stays as it is. null: today. */
export function at(url: URL, moment: string | null): URL {
  const pairs = url.search.slice(1).split('&').filter((pair) => pair !== '' && !pair.startsWith('asOf='));
  if (moment !== null) pairs.push(`asOf=${moment}`);
  const there = new URL(url);
  there.search = pairs.join('&');
  return there;
}
