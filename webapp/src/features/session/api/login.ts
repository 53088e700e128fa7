import { api } from '@/lib/api-client';

export interface Credentials {
  username: string;
  password: string;
}

/** Signs in; the server sets the session's cookie. Rejects with ApiError, whose detail is the server's message. */
export const login = (credentials: Credentials) => api.post<{ success: boolean; message?: string }>('/api/admin/login', credentials);
