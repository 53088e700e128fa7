// Resizes uploaded pictures in the browser before they are sent (spec section 5).

/** The largest file that is accepted, in bytes. */
export const maxFile = 5_242_880;
/** The longest side after resizing, in pixels. */
export const maxSide = 1200;
/** Files above this many bytes are compressed harder. */
const largeFile = 1_048_576;

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
  if (file.size > maxFile) throw new PictureError('Image file is too large. Please use an image smaller than 5MB.');
}

/** Returns the file as a data URL: a JPEG, upright, at most maxSide. Rejects with PictureError. */
export async function shrinkPicture(file: File): Promise<string> {
  checkFile(file);
  const address = URL.createObjectURL(file);
  try {
    return compress(await loaded(address), qualityFor(file.size));
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function loaded(address: string): Promise<HTMLImageElement> {
  const img = new Image();
  img.src = address;
  try {
    await img.decode();
  } catch {
    throw new PictureError('Failed to load image');
  }
  if (img.naturalWidth === 0 || img.naturalHeight === 0) throw new PictureError('Failed to load image');
  return img;
}

/** An img element is drawn as its EXIF orientation says. */
function compress(img: HTMLImageElement, quality: number): string {
  const { width, height } = fitted(img.naturalWidth, img.naturalHeight);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new PictureError('Failed to compress image');
  context.fillStyle = 'white'; // JPEG knows no transparency
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(img, 0, 0, width, height);
  const data = canvas.toDataURL('image/jpeg', quality);
  if (!data.startsWith('data:image/jpeg')) throw new PictureError('Failed to compress image');
  return data;
}
