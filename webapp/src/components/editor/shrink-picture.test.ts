import { describe, expect, it } from 'vitest';
import { checkFile, fitted, PictureError, qualityFor } from './shrink-picture';

describe('an uploaded picture', () => {
  it('is made at most 1200 px long, and never larger than it was', () => {
    expect(fitted(4000, 3000)).toEqual({ width: 1200, height: 900 });
    expect(fitted(3000, 4000)).toEqual({ width: 900, height: 1200 });
    expect(fitted(640, 480)).toEqual({ width: 640, height: 480 });
    expect(fitted(1200, 1)).toEqual({ width: 1200, height: 1 });
    expect(fitted(9000, 2)).toEqual({ width: 1200, height: 1 });
  });

  it('is compressed harder above 1 MB', () => {
    expect(qualityFor(1_048_576)).toBe(0.8);
    expect(qualityFor(1_048_577)).toBe(0.6);
  });

  it('is an image file of at most 5 MB', () => {
    expect(() => checkFile({ type: 'image/png', size: 5_242_880 })).not.toThrow();
    expect(() => checkFile({ type: 'image/png', size: 5_242_881 })).toThrow(new PictureError('Image file is too large. Please use an image smaller than 5MB.'));
    expect(() => checkFile({ type: 'application/pdf', size: 1 })).toThrow(new PictureError('Only image files can be used.'));
  });
});
