import { api } from '@/lib/api-client';

/** Ends the session on the server. */
export const logout = () => api.post<unknown>('/api/admin/logout', {});
