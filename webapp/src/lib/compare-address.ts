// Addresses of comparisons: /compare?reviews=1,2,3, and with only=differences.

/** How many of an address's ids are looked up at most. */
const mostLookedUp = 8;

/** What an address asks for. */
export interface Asked {
  /** Without repetitions. */
  ids: readonly number[];
  /** How many of its entries are left out: repeated ones, what is no number, and those after the first eight. */
  ignored: number;
  /** Only what differs is shown. */
  differences: boolean;
}

/** Returns what the query of an address asks for. */
export function askedIn(query: URLSearchParams): Asked {
  const entries = (query.get('reviews') ?? '').split(',').filter((entry) => entry.trim() !== '');
  const ids = [
    ...new Set(
      entries
        .map((entry) => entry.trim())
        .filter((entry) => /^[1-9]\d{0,14}$/.test(entry))
        .map(Number),
    ),
  ];
  const lookedUp = ids.slice(0, mostLookedUp);
  return { ids: lookedUp, ignored: entries.length - lookedUp.length, differences: query.get('only') === 'differences' };
}

/** Returns the address of a comparison. */
export const compareAddress = (ids: readonly number[], differences = false): string =>
  `/compare${ids.length === 0 ? '' : `?reviews=${ids.join(',')}${differences ? '&only=differences' : ''}`}`;
