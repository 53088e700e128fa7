// A page without Playwright's eyes. Where a tool watches a page's scripts, the browser compiles them a second time for their positions,
// which takes a slow phone longer than running them does. Here nothing is watched, and the page itself tells what it took.
import type { Browser, CDPSession } from '@playwright/test';

type Send = (method: string, params?: object) => Promise<object>;

export interface BarePage {
  /** Calls a method of the DevTools protocol. After Runtime.enable the page is a watched one. */
  send: Send;
  /** Evaluates an expression whose value is JSON. */
  evaluate: <T>(expression: string) => Promise<T>;
  close: () => Promise<void>;
}

/** How cookies are in a storage state of Playwright's. */
export type Cookies = Awaited<ReturnType<import('@playwright/test').BrowserContext['storageState']>>['cookies'];

/** Opens an empty page with storage of its own. */
export async function openBarePage(browser: Browser, cookies: Cookies = []): Promise<BarePage> {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send('Target.createBrowserContext');
  if (cookies.length > 0) await session.send('Storage.setCookies', { cookies, browserContextId });
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const send = await attach(session, targetId);
  return {
    send,
    evaluate: async <T>(expression: string) => {
      const { result } = (await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })) as {
        result: { value: T };
      };
      return result.value;
    },
    close: async () => {
      await session.send('Target.disposeBrowserContext', { browserContextId });
      await session.detach();
    },
  };
}

/** Attaches to a page without Playwright. */
async function attach(session: CDPSession, targetId: string): Promise<Send> {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  const waiting = new Map<number, { resolve: (result: object) => void; reject: (error: Error) => void }>();
  session.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return;
    const answer = JSON.parse(event.message) as { id?: number; result?: object; error?: { message: string } };
    const call = waiting.get(answer.id ?? 0);
    if (answer.error) call?.reject(new Error(answer.error.message));
    else call?.resolve(answer.result ?? {});
  });
  let id = 0;
  return (method, params = {}) =>
    new Promise((resolve, reject) => {
      waiting.set(++id, { resolve, reject });
      session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) }).catch(reject);
    });
}
