// Makes files ready to be stored as pictures: large ones are reduced in the browser, before they are sent (spec section 5).
import { formatCount } from '@/lib/intl';

/** The largest file that is accepted, in bytes. */
const maxFile = 5_242_880;
/** The most pixels of a picture that is accepted. */
const maxPixels = 40_000_000;
/** The longest side after resizing, in pixels. */
export const maxSide = 2400;
/** Files above this many bytes are compressed harder. */
const largeFile = 1_048_576;

/** The message for files above maxFile. */
export const tooLarge = 'Image file is too large. Please use an image smaller than 5MB.';

/** The types that are stored; pictures of other types that the browser can show become JPEGs. */
const storedTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** The reason why a file was refused; its message is for people. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
}

/** The JPEG quality for a file of this many bytes. */
export const qualityFor = (bytes: number): number => (bytes > largeFile ? 0.6 : 0.8);

/** Width and height with the longest side at most maxSide, in whole pixels; small pictures stay as they are. */
export function fitted(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Throws a PictureError if the file is no picture or too large. */
export function checkFile(file: Pick<File, 'type' | 'size'>): void {
  if (!file.type.startsWith('image/')) throw new PictureError('Only image files can be used.');
  if (file.size > maxFile) throw new PictureError(tooLarge);
}

/** Throws a PictureError if a picture has more pixels than the server accepts. */
export function checkPixels(width: number, height: number): void {
  if (width * height <= maxPixels) return;
  throw new PictureError(
    `The image has too many pixels (${formatCount(width)} × ${formatCount(height)}). Please use one with at most 40 million.`,
  );
}

/**
 * Returns what is sent of a file: the file itself, or a smaller picture where it is larger than maxSide or of a type that isn't stored.
 * Animations are never reduced here, because a canvas would keep only their first frame. Rejects with PictureError.
 */
export async function preparePicture(file: File): Promise<Blob> {
  return reading(file, async (img) => {
    const small = Math.max(img.naturalWidth, img.naturalHeight) <= maxSide;
    if (storedTypes.includes(file.type) && (small || isAnimated(file.type, await beginning(file)))) return file;
    const canvas = drawn(img);
    // JPEG knows no transparency. A browser that can't write WebP writes PNG in its place.
    const blob = isOpaque(canvas) ? await encoded(canvas, 'image/jpeg', qualityFor(file.size)) : await encoded(canvas, 'image/webp', 0.8);
    if (blob.size > maxFile) throw new PictureError(tooLarge);
    return blob;
  });
}

/** Checks the file and hands over its picture. */
async function reading<T>(file: File, then: (img: HTMLImageElement) => Promise<T>): Promise<T> {
  checkFile(file);
  const address = URL.createObjectURL(file);
  try {
    return await then(await loaded(address));
  } finally {
    URL.revokeObjectURL(address);
  }
}

const beginning = async (file: File) => new Uint8Array(await file.slice(0, 21).arrayBuffer());

async function loaded(address: string): Promise<HTMLImageElement> {
  const img = new Image();
  const failed = () => new PictureError('Failed to load image');
  // The size is known before the pixels are decoded, which would take much memory for a picture that is refused.
  await new Promise((resolve, reject) => {
    img.onload = resolve;
    img.onerror = () => reject(failed());
    img.src = address;
  });
  if (img.naturalWidth === 0 || img.naturalHeight === 0) throw failed();
  checkPixels(img.naturalWidth, img.naturalHeight);
  await img.decode().catch(() => Promise.reject(failed()));
  return img;
}

/** An img element is drawn as its EXIF orientation says. */
function drawn(img: HTMLImageElement): HTMLCanvasElement {
  const { width, height } = fitted(img.naturalWidth, img.naturalHeight);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new PictureError('Failed to compress image');
  context.imageSmoothingQuality = 'high';
  context.drawImage(img, 0, 0, width, height);
  return canvas;
}

function isOpaque(canvas: HTMLCanvasElement): boolean {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  for (let alpha = 3; alpha < pixels.length; alpha += 4) if (pixels[alpha] !== 255) return false;
  return true;
}

async function encoded(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  if (!blob || !storedTypes.includes(blob.type)) throw new PictureError('Failed to compress image');
  return blob;
}

/** Reports whether a file may move: any GIF, and a WebP whose first bytes say so (RIFF, size, WEBP, VP8X, size, flags). */
export function isAnimated(type: string, head: Uint8Array): boolean {
  if (type !== 'image/webp') return type === 'image/gif';
  return String.fromCharCode(...head.slice(12, 16)) === 'VP8X' && ((head[20] ?? 0) & 2) !== 0;
}
