// The order of a list of pictures.

/** Returns the list with the item at one place moved to another. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const now = [...items];
  now.splice(to, 0, ...now.splice(from, 1));
  return now;
}

/** Returns the place that an item dropped before or behind another one gets. */
export const placeOf = (from: number, over: number, behind: boolean): number => {
  const gap = behind ? over + 1 : over;
  return gap > from ? gap - 1 : gap;
};

/** Returns a key for each address: itself, with a number where it stands in the list more than once. */
export function keysOf(addresses: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return addresses.map((address) => {
    const n = seen.get(address) ?? 0;
    seen.set(address, n + 1);
    return n === 0 ? address : `${address} ${n}`;
  });
}
