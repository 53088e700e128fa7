// Stores a picture on its own, for a text that shows it.
import type { StoredPicture } from './api-types';
import { api } from './api-client';

/** @param data the picture as a data URL. Rejects with ApiError. */
export const storePicture = (data: string): Promise<StoredPicture> => api.post<StoredPicture>('/api/admin/media', { data });
