// A person's data: what is stored of it, and its erasure.
import { api } from '@/lib/api-client';

/** Whom the admin means: an email address, in any case, or an IP address or a block of them. */
export type Person = { email: string } | { ip: string };

/** What erasing the person would remove. */
export interface Found {
  by: 'email' | 'ip';
  messages: { id: number; subject: string; receivedAt: string }[];
  subscribers: { id: number; subscribedAt?: string }[];
  visitors: { id: string; ipAddress: string; country: string; firstVisit: string }[];
}

/** What was removed, without personal data. */
export interface Receipt {
  id: string;
  by: 'email' | 'ip';
  erasedAt: string;
  messages: number;
  subscribers: number;
  visitors: number;
  streams: string[];
  forgottenBy: string[];
  reclaimed: boolean;
}

/** Changes nothing. Rejects with ApiError(400) that names email or ip. */
export const findPerson = (person: Person) => api.post<Found>('/api/admin/privacy/preview', person);

/** Rejects with ApiError(404) when there is nothing (any more). */
export const erasePerson = (person: Person) => api.post<Receipt>('/api/admin/privacy/erase', person);
