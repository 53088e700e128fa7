// The stored pictures, and the admin's calls on them. A picture's id is the SHA-256 of its file.
import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { api, query } from './api-client';
import type { StoredPicture } from './api-types';
import { sendFile, type SendOptions } from './send-file';

export type { StoredPicture };

/** The point that stays in sight when a picture is cropped: fractions of its width from the left and of its height from the top, 0 to 1. */
export interface FocalPoint {
  x: number;
  y: number;
}

/** A picture that another one has replaced. */
export interface EarlierPicture {
  id: string;
  url: string;
  width: number;
  height: number;
  contentType: string;
  replacedAt: string;
}

/** An item that uses a picture. */
export interface PictureUse {
  kind: string;
  /** 0 for an item that exists only as a draft. */
  id: number;
  title: string;
  state: string;
}

/** A picture of the library, with everything that is known of it. */
export interface LibraryPicture {
  id: string;
  url: string;
  /** Of the file, as it was uploaded; '' if unknown. */
  name: string;
  contentType: string;
  /** In bytes. */
  size: number;
  /** In pixels; 0 if unknown. */
  width: number;
  height: number;
  animated: boolean;
  alt: string;
  caption: string;
  credit: string;
  focalPoint: FocalPoint;
  storedAt: string;
  /** Of its description; null before the first one. */
  revision: number | null;
  /** When its bytes were deleted; null for a picture that exists. */
  removedAt: string | null;
  /** Whether a removed picture may be uploaded again. */
  allowed: boolean;
  /** The pictures that it has replaced, which are shown as this one. */
  replaces: EarlierPicture[];
  uses: PictureUse[];
}

/** What an item's answer tells of a picture that it shows; its address is the key. What is absent is empty. */
export interface ItemPicture {
  width: number;
  height: number;
  alt?: string;
  caption?: string;
  credit?: string;
  /** Absent for the centre. */
  focalPoint?: FocalPoint;
  /** The widths of its smaller copies, in ascending order. */
  widths?: number[];
}

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

/** A part of the library, newest first. */
export interface LibraryPage {
  /** How many pictures match. */
  total: number;
  /** How many pictures of the whole library lack alt text. */
  missingAlt: number;
  items: LibraryPicture[];
}

/** Changes of a picture's description. A null focal point is the centre. */
export interface PictureChanges {
  name?: string;
  alt?: string;
  caption?: string;
  credit?: string;
  focalPoint?: FocalPoint | null;
}

const path = '/api/admin/media';
const keys = ['admin', 'media'] as const;

export const fetchLibrary = (params: LibraryParams, signal?: AbortSignal): Promise<LibraryPage> =>
  api.get<LibraryPage>(`${path}${query({ ...params })}`, signal ? { signal } : {});

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
  queryOptions({ queryKey: [...keys, id], queryFn: ({ signal }) => api.get<LibraryPicture>(`${path}/${id}`, { signal }), staleTime: 0 });

/** After a write: refetches the library, the activity and everything that may show pictures. Resolves when what is on the screen is there. */
export async function invalidateMedia(client: QueryClient): Promise<void> {
  const changed = [keys, ['admin', 'activity'], ['admin', 'overview'], ['reviews'], ['news'], ['pages']];
  await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })));
}

/** Stores a file as it is; see components/media/shrink-picture for large ones. Rejects as sendFile. */
export const uploadPicture = (file: Blob, { name, ...options }: SendOptions & { name?: string } = {}): Promise<StoredPicture> =>
  sendFile<StoredPicture>(`${path}${query({ name })}`, file, options);

/** Changes what is known of a picture. With the revision that the admin has seen, ApiError(412) if someone else has changed it since. */
export const describePicture = (id: string, changes: PictureChanges, revision?: number | null): Promise<LibraryPicture> =>
  api.patch<LibraryPicture>(`${path}/${id}`, changes, revision === undefined || revision === null ? {} : { ifMatch: revision });

/** Whatever shows the picture shows another from now on: a file, or a stored one by its id. Returns the new one. */
export const replacePicture = (id: string, by: Blob | { by: string }, { name, ...options }: SendOptions & { name?: string } = {}): Promise<LibraryPicture> =>
  by instanceof Blob ? sendFile<LibraryPicture>(`${path}/${id}/replace${query({ name })}`, by, options) : api.post<LibraryPicture>(`${path}/${id}/replace`, by);

/** Deletes the picture's bytes for good. */
export const removePicture = (id: string): Promise<void> => api.delete(`${path}/${id}`);

/** Lets a removed picture be uploaded again. */
export const allowPicture = (id: string): Promise<LibraryPicture> => api.post<LibraryPicture>(`${path}/${id}/allow`, undefined);

/** Returns the address of a picture's own file, for the admin alone, even after another one has replaced it. */
export const fileAddress = (id: string): string => `${path}/${id}/file`;

/** The widths of the smaller copies that the server makes. */
const renditionWidths = [480, 800, 1200, 1600];

/** Returns the address of a copy that is wide enough: the picture itself if it is small or moves. */
export function renditionOf({ id, url, width, animated }: Pick<LibraryPicture, 'id' | 'url' | 'width' | 'animated'>, wide: number): string {
  const fitting = renditionWidths.find((w) => w >= wide && w < width);
  return animated || fitting === undefined ? url : `/media/${id}/${fitting}`;
}

/** Returns a stored picture's id in an address; null for any other address. */
export const pictureIn = (address: string): string | null => /\/media\/([0-9a-f]{64})(?:\.[a-z]{3,4}|\/\d{3,4})/.exec(address)?.[1] ?? null;
