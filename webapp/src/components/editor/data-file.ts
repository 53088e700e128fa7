// Pictures that are pasted as text: data strings.

/** Returns the picture in a data string as a file; null for any other text. */
export function fileOfData(text: string): File | null {
  const [, type, base64] = /^\s*data:(image\/[a-z.+-]+);base64,([a-z0-9+/=\s]+)$/i.exec(text) ?? [];
  if (type === undefined || base64 === undefined) return null;
  try {
    return new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], 'image', { type });
  } catch {
    return null;
  }
}
