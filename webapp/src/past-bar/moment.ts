// Which addresses can show the past, and how they name the moment.

/** The dashboard always shows the present, and files are the same at any time. */
const others = /^\/(admin|media|assets)(\/|-|$)/;
const otherCalls = /^\/api\/(admin|analytics)\//;

/** Reports whether an address of this site can be shown as it was. */
export const isOfThePast = ({ pathname }: URL) => !others.test(pathname) && !otherCalls.test(pathname);

/** Returns the address with the moment, unless it has one already or belongs to another site. */
export function withMoment(url: URL, moment: string, origin: string): URL {
  if (url.origin !== origin || !isOfThePast(url) || url.searchParams.has('asOf')) return url;
  return at(url, moment);
}

/** Returns the address at another moment, null for today; the rest of its query stays. */
export function at(url: URL, moment: string | null): URL {
  const pairs = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith('asOf='));
  if (moment !== null) pairs.push(`asOf=${moment}`);
  const there = new URL(url);
  there.search = pairs.join('&');
  return there;
}
