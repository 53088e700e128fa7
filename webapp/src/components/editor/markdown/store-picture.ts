// Stores a picture on its own, for a text that shows it.
import { api } from '@/lib/api-client';
import type { StoredPicture } from '@/lib/api-types';

/** @param data the picture as a data URL. Rejects with ApiError. */
export const storePicture = (data: string): Promise<StoredPicture> => api.post<StoredPicture>('/api/admin/media', { data });
