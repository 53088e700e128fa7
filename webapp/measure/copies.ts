// The smaller copies that the server makes of pictures, in the background, after its first start with the demo.
import type { APIRequestContext } from '@playwright/test';

/** The most that making copies may take, in ms. */
export const copiesWithin = 120_000;

/** After how long without a new one all are made, in ms. One takes about a second. */
const quietFor = 6_000;

/** Waits until all copies are made. Until then pages load larger pictures, and the processors are busy. */
export async function copiesMade(request: APIRequestContext): Promise<void> {
  let [made, since] = ['', Date.now()];
  for (const until = Date.now() + copiesWithin; Date.now() - since < quietFor; await new Promise((next) => setTimeout(next, 500))) {
    const now = /^candor_media_stored\{kind="rendition"\} .*$/m.exec(await (await request.get('/metrics')).text())?.[0];
    if (now === undefined) throw new Error('/metrics does not tell how many copies there are');
    if (now !== made) [made, since] = [now, Date.now()];
    if (Date.now() > until) throw new Error('the smaller copies were not made in time');
  }
}
