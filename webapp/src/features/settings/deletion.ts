// What shorter settings delete: the server says it before it does anything.
import { ApiError } from '@/lib/api-client';

export interface Deletion {
  /** Of what is deleted at once. */
  count: number;
  /** When the first of it is deleted, RFC 3339. */
  at: string;
}

/** Returns what a refused change would have deleted; null for any other failure. */
export function deletionIn(error: unknown): Deletion | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { count, at } = error.problem;
  return typeof count === 'number' && typeof at === 'string' ? { count, at } : null;
}
