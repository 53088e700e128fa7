// What shorter settings would delete: the server says it before it does anything.
import { ApiError } from '@/lib/api-client';

export interface Deletion {
  count: number;
  /** When it would be deleted, RFC 3339. */
  at: string;
}

/** Returns what a refused change would have deleted; null for any other failure. */
export function deletionIn(error: unknown): Deletion | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { count, at } = error.problem;
  return typeof count === 'number' && typeof at === 'string' ? { count, at } : null;
}
