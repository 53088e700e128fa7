import { api } from '@/lib/api-client';
import type { Thanks } from '@/lib/api-types';

export interface Credentials {
  username: string;
  password: string;
}

/** Signs in; the server sets the session's cookie. Rejects with ApiError, whose detail is the server's message. */
export const login = (credentials: Credentials) => api.post<Thanks>('/api/admin/login', credentials);
