import { describe, expect, it } from 'vitest';
import { checkFile, checkPixels, fitted, isAnimated, PictureError, qualityFor } from './shrink-picture';

describe('an uploaded picture', () => {
  it('is made at most 2400 px long, and never larger than it was', () => {
    expect(fitted(4800, 3600)).toEqual({ width: 2400, height: 1800 });
    expect(fitted(3600, 4800)).toEqual({ width: 1800, height: 2400 });
    expect(fitted(640, 480)).toEqual({ width: 640, height: 480 });
    expect(fitted(2400, 1)).toEqual({ width: 2400, height: 1 });
    expect(fitted(9000, 2)).toEqual({ width: 2400, height: 1 });
  });

  it('is compressed harder above 1 MB', () => {
    expect(qualityFor(1_048_576)).toBe(0.8);
    expect(qualityFor(1_048_577)).toBe(0.6);
  });

  it('is an image file of at most 5 MB', () => {
    expect(() => checkFile({ type: 'image/png', size: 5_242_880 })).not.toThrow();
    expect(() => checkFile({ type: 'image/png', size: 5_242_881 })).toThrow(
      new PictureError('Image file is too large. Please use an image smaller than 5MB.'),
    );
    expect(() => checkFile({ type: 'application/pdf', size: 1 })).toThrow(new PictureError('Only image files can be used.'));
  });

  it('has at most 40 million pixels', () => {
    expect(() => checkPixels(8000, 5000)).not.toThrow();
    expect(() => checkPixels(8000, 5001)).toThrow(
      new PictureError('The image has too many pixels (8,000 × 5,001). Please use one with at most 40 million.'),
    );
  });
});

it('tells animations from still pictures', () => {
  const webp = (chunk: string, flags: number) => new TextEncoder().encode(`RIFF1234WEBP${chunk}1234${String.fromCharCode(flags)}`);
  expect(isAnimated('image/webp', webp('VP8X', 0x02))).toBe(true);
  expect(isAnimated('image/webp', webp('VP8X', 0x10))).toBe(false); // transparent
  expect(isAnimated('image/webp', webp('VP8 ', 0x02))).toBe(false);
  expect(isAnimated('image/gif', new Uint8Array())).toBe(true);
  expect(isAnimated('image/png', new Uint8Array())).toBe(false);
});
