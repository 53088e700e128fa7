// A person's data: what is stored of it, and its erasure.
import { api } from '@/lib/api-client';
import type { ErasureReceipt, FoundPerson } from '@/lib/api-types';

/** Whom the admin means: an email address, in any case, or an IP address or a block of them. */
export type Person = { email: string } | { ip: string };

/** Changes nothing. Rejects with ApiError(400) that names email or ip. */
export const findPerson = (person: Person) => api.post<FoundPerson>('/api/admin/privacy/preview', person);

/** Rejects with ApiError(404) when there is nothing (any more). */
export const erasePerson = (person: Person) => api.post<ErasureReceipt>('/api/admin/privacy/erase', person);
