// The address of a picture's details: /admin/media/{sha256}.

export const libraryPath = '/admin/media';

/** Returns the id of the picture whose details are at a path; null for the path of anything else. */
export const pictureAddress = (path: string): string | null => /^\/admin\/media\/([0-9a-f]{64})\/?$/.exec(path)?.[1] ?? null;
