// The stored pictures, and the admin's calls on them. A picture's id is the SHA-256 of its file.
import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { api, query } from './api-client';
import type { ItemPicture, Library, Picture, PictureChanges, StoredPicture } from './api-types';
import { sendFile, type SendOptions } from './send-file';

export type {
  FocalPoint,
  ItemPicture,
  Library as LibraryPage,
  Picture as LibraryPicture,
  PictureChanges,
  PictureUse,
  StoredPicture,
} from './api-types';

/** An item's pictures by their address, as it is in the item's fields. */
export type ItemPictures = Record<string, ItemPicture>;

export type LibraryFilter = '' | 'missing-alt' | 'unused' | 'removed';

/** Narrows the library's list. */
export interface LibraryParams {
  /** Words in name, alt text, caption and credit. */
  search?: string;
  filter?: LibraryFilter;
  limit?: number;
  offset?: number;
}

const path = '/api/admin/media';
const keys = ['admin', 'media'] as const;

const fetchLibrary = (params: LibraryParams, signal?: AbortSignal): Promise<Library> =>
  api.get<Library>(`${path}${query({ ...params })}`, signal ? { signal } : {});

/** A part of the library. The previous part is shown until the next one is there. */
export const libraryQuery = (params: LibraryParams) =>
  queryOptions({
    queryKey: [...keys, 'list', params],
    queryFn: ({ signal }) => fetchLibrary(params, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** How many pictures are loaded at a time where a list grows. */
const pageSize = 24;

/** The library, part by part. */
export const libraryPages = (params: Pick<LibraryParams, 'search' | 'filter'>) =>
  infiniteQueryOptions({
    queryKey: [...keys, 'pages', params],
    queryFn: ({ signal, pageParam }) => fetchLibrary({ ...params, limit: pageSize, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.reduce((n, { items }) => n + items.length, 0);
      return loaded < total ? loaded : undefined;
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** One picture; of a replaced one, what took its place. ApiError(404) for an unknown one. */
export const pictureQuery = (id: string) =>
  queryOptions({ queryKey: [...keys, id], queryFn: ({ signal }) => api.get<Picture>(`${path}/${id}`, { signal }), staleTime: 0 });

/**
 * After a write: refetches the library, the activity and everything that may show pictures. Resolves when what is on the screen is there.
 */
export async function invalidateMedia(client: QueryClient): Promise<void> {
  const changed = [keys, ['admin', 'activity'], ['admin', 'overview'], ['reviews'], ['news'], ['pages']];
  await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })));
}

/** Stores a file as it is; see components/media/shrink-picture for large ones. Rejects as sendFile. */
export const uploadPicture = (file: Blob, { name, ...options }: SendOptions & { name?: string } = {}): Promise<StoredPicture> =>
  sendFile<StoredPicture>(`${path}${query({ name })}`, file, options);

/** Changes what is known of a picture. With the revision that the admin has seen, ApiError(412) if someone else has changed it since. */
export const describePicture = (id: string, changes: PictureChanges, revision?: number | null): Promise<Picture> =>
  api.patch<Picture>(`${path}/${id}`, changes, revision === undefined || revision === null ? {} : { ifMatch: revision });

/** What readers see of a replaced picture: the history shows it, or nothing does. */
export type OldPicture = 'history' | 'hidden';

/** Whatever shows the picture shows another from now on: a file, or a stored one by its id. Returns the new one. */
export const replacePicture = (
  id: string,
  by: Blob | { by: string },
  { name, oldPicture, ...options }: SendOptions & { name?: string; oldPicture?: OldPicture } = {},
): Promise<Picture> =>
  by instanceof Blob
    ? sendFile<Picture>(`${path}/${id}/replace${query({ name, oldPicture })}`, by, options)
    : api.post<Picture>(`${path}/${id}/replace`, by);

/** Deletes the picture's bytes for good. */
export const removePicture = (id: string): Promise<void> => api.delete(`${path}/${id}`);

/** Lets a removed picture be uploaded again. */
export const allowPicture = (id: string): Promise<Picture> => api.post<Picture>(`${path}/${id}/allow`, undefined);

/** Lets the smaller copies of a picture be made again that could not be made before. */
export const retryCopies = (id: string): Promise<Picture> => api.post<Picture>(`${path}/${id}/copies`, undefined);

/** Returns the address of a picture's own file, for the admin alone, even after another one has replaced it. */
export const fileAddress = (id: string): string => `${path}/${id}/file`;

/** The widths of the smaller copies that the server makes. */
const renditionWidths = [240, 480, 800, 1200, 1600];

/** Returns the address of a copy that is wide enough: the picture itself if it is small or moves. */
export function renditionOf({ id, url, width, animated }: Pick<Picture, 'id' | 'url' | 'width' | 'animated'>, wide: number): string {
  const fitting = renditionWidths.find((w) => w >= wide && w < width);
  return animated || fitting === undefined ? url : `/media/${id}/${fitting}`;
}

/** Returns a stored picture's id in an address; null for any other address. */
export const pictureIn = (address: string): string | null => /\/media\/([0-9a-f]{64})(?:\.[a-z]{3,4}|\/\d{3,4})/.exec(address)?.[1] ?? null;
