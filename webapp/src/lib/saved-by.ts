// Who saved a thing while it was being edited here.
import type { ApiError } from './api-client';
import type { Actor } from './api-types';

/** Who saved it, and when (RFC 3339). */
export interface Saved {
  by: Actor;
  at: string;
}

/** Returns the author and time of the newer change that a 412 reports. */
export function savedBy({ problem: { changedBy, changedAt } }: ApiError): Saved | null {
  return typeof changedAt === 'string' && typeof changedBy === 'object' && changedBy !== null
    ? { by: changedBy as Actor, at: changedAt }
    : null;
}
