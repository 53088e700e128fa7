// What a page has loaded on a phone, in bytes by kind.
import type { Page } from '@playwright/test';

/** 390 x 844 pixels, two to each CSS pixel. */
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

export const kinds = { document: 'document', script: 'scripts', stylesheet: 'styles', font: 'fonts', image: 'pictures' } as const;
type Kind = (typeof kinds)[keyof typeof kinds] | 'other';

export type Bytes = Partial<Record<Kind, number>>;

/** Counts what a page loads from now on: bodies as they are sent, and the addresses of pictures. */
export function loadedKinds(page: Page): { bytes: () => Promise<Bytes>; pictures: string[] } {
  const bytes: Bytes = {};
  const pictures: string[] = [];
  const sizes: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    if (!request.url().startsWith('http')) return;
    const type = request.resourceType();
    const kind = type in kinds ? kinds[type as keyof typeof kinds] : 'other';
    if (kind === 'pictures') pictures.push(request.url());
    const counted = request.sizes().then(({ responseBodySize }) => void (bytes[kind] = (bytes[kind] ?? 0) + responseBodySize));
    counted.catch(() => undefined); // what is loaded after the last question may end with the browser; bytes() tells of all before
    sizes.push(counted);
  });
  return {
    pictures,
    bytes: async () => {
      await Promise.all(sizes);
      return { ...bytes };
    },
  };
}
