// The smaller copies that the server makes of pictures, in the background, after its first start with the demo.
import type { APIRequestContext } from '@playwright/test';

/** The most that making copies may take, in ms. */
export const copiesWithin = 120_000;

interface Pictured {
  pictures?: Record<string, { widths?: number[] }>;
}

/** Returns the addresses of all copies that pictures of reviews and articles have. */
async function copiesShown(request: APIRequestContext): Promise<string[]> {
  const addresses = new Set<string>();
  for (const path of ['/api/reviews', '/api/news']) {
    for (const { pictures = {} } of (await (await request.get(path)).json()) as Pictured[]) {
      for (const [address, { widths = [] }] of Object.entries(pictures)) {
        for (const width of widths) addresses.add(`${address.replace(/\.\w+$/, '')}/${width}`);
      }
    }
  }
  return [...addresses];
}

/** Reports whether a copy is made: until then the original takes its place, for a minute. */
const isMade = async (request: APIRequestContext, address: string) =>
  (await request.head(address)).headers()['cache-control'] !== 'public, max-age=60';

/** Waits until all copies are made. Until then pages load larger pictures, and the processors are busy. */
export async function copiesMade(request: APIRequestContext): Promise<void> {
  const until = Date.now() + copiesWithin;
  for (const address of await copiesShown(request)) {
    while (!(await isMade(request, address))) {
      if (Date.now() > until) throw new Error(`the smaller copy ${address} was not made in time`);
      await new Promise((next) => setTimeout(next, 500));
    }
  }
}
