// What differs between values that may not be saved yet, as the server shows it.
import { queryOptions } from '@tanstack/react-query';
import { api } from './api-client';
import type { FieldChange } from './api-types';

/** Values of a field, as the API has them. */
export interface ValuePair {
  field: string;
  old: unknown;
  new: unknown;
}

/** The differences, in the order of the pairs. */
export const differencesQuery = (pairs: readonly ValuePair[]) =>
  queryOptions({
    queryKey: ['differences', pairs],
    queryFn: ({ signal }): Promise<FieldChange[]> =>
      pairs.length === 0 ? Promise.resolve([]) : api.post<FieldChange[]>('/api/admin/differences', { changes: pairs }, { signal }),
    staleTime: Infinity,
  });
