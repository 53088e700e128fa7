// What the library knows of the pictures at some addresses.
import { useQueries } from '@tanstack/react-query';
import { ApiError } from '@/lib/api-client';
import { pictureIn, pictureQuery, type LibraryPicture } from '@/lib/media';

/** A stored picture that an address names, or what is known instead. */
export type Known =
  | { state: 'loading' | 'failed' }
  /** The address leads to another site, or to nothing that is stored. */
  | { state: 'elsewhere' | 'unknown' }
  /** The picture of a replaced one is what took its place. */
  | { state: 'stored' | 'replaced' | 'removed'; picture: LibraryPicture };

const elsewhere: Known = { state: 'elsewhere' };

/** Returns the id of the stored picture that an address names; null for an address of another site. */
const storedId = (address: string): string | null => (/^\/media\/[^\s,]*$/.test(address) ? pictureIn(address) : null);

/** Reports whether an address names a picture of the library, as far as its form tells. */
export const isStored = (address: string): boolean => storedId(address) !== null;

/** Returns what is known of each address. */
export function useStoredPictures(addresses: readonly string[]): ReadonlyMap<string, Known> {
  const ids = [...new Set(addresses.flatMap((address) => storedId(address) ?? []))];
  const answers = useQueries({ queries: ids.map(pictureQuery) });
  return new Map(
    addresses.map((address): [string, Known] => {
      const id = storedId(address);
      const answer = id === null ? undefined : answers[ids.indexOf(id)];
      return [address, id === null || !answer ? elsewhere : known(id, answer)];
    }),
  );
}

function known(id: string, { data, error }: { data: LibraryPicture | undefined; error: Error | null }): Known {
  if (data) return { state: data.removedAt ? 'removed' : data.id === id ? 'stored' : 'replaced', picture: data };
  if (!error) return { state: 'loading' };
  return { state: error instanceof ApiError && error.status === 404 ? 'unknown' : 'failed' };
}

/** Returns the known picture, if it is shown to readers. */
export const shownPicture = (known: Known | undefined): LibraryPicture | undefined =>
  known?.state === 'stored' || known?.state === 'replaced' ? known.picture : undefined;

/** Returns what is known of one address. */
export const useStoredPicture = (address: string): Known => useStoredPictures([address]).get(address) ?? elsewhere;
