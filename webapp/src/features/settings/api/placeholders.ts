// What the Privacy page would say with settings that aren't saved yet.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Placeholder } from '@/lib/api-types';

/** The placeholders of texts, with fields of the privacy settings as they would be saved. */
export const privacyPreviewQuery = (fields: Readonly<Record<string, unknown>>) =>
  queryOptions({
    queryKey: ['admin', 'settings-preview', fields],
    queryFn: ({ signal }) => api.post<Placeholder[]>('/api/admin/settings/privacy/preview', fields, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
