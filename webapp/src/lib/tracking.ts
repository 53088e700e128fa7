// Page views (spec section 4): each is first appended to a pending list in local storage, then sent; what the server
// has answered leaves the list. Whatever a failure leaves there is sent with the next view, each with its own id, so
// that the server counts it once. Do Not Track and Global Privacy Control are respected: then nothing is stored or sent.
import { api, ApiError } from './api-client';
import { isOwnPage } from './own-page';
import { readStored, writeStored } from './storage';
import { trackedAddress } from './tracked-address';
import { eventId, uuid } from './uuid';

export interface PageView {
  /** Made once here: the same id counts once on the server. */
  id: string;
  event: 'page_view';
  page: string;
  userAgent: string;
  referrer: string;
  sessionId: string;
  metadata: string | null;
  /** When it happened, RFC 3339. */
  timestamp: string;
}

export const pendingKey = 'candor-pending-views';
const sessionKey = 'candor-session';

/** The most pending views; the oldest are dropped. */
const maxPending = 200;

/** The most views in one request, so that little is left to send again when one is refused. */
const maxSent = 50;

/** Whether the reader's browser asks not to be tracked. */
function trackingRefused(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/** Records a view of the page and sends it with what is pending; the owner's own pages aren't recorded. Never rejects. */
export async function trackPageView(page: string, referrer: string): Promise<void> {
  if (trackingRefused() || isOwnPage(page)) return;
  const view: PageView = {
    id: eventId(),
    event: 'page_view',
    page: trackedAddress(page),
    userAgent: navigator.userAgent,
    referrer: trackedAddress(referrer),
    sessionId: sessionId(),
    metadata: null,
    timestamp: new Date().toISOString(),
  };
  store([...pending(), view]);
  await flush();
}

/** One id a browser session. */
function sessionId(): string {
  const stored = readStored(sessionKey, 'sessionStorage');
  if (stored) return stored;
  const made = uuid();
  writeStored(sessionKey, made, 'sessionStorage');
  return made;
}

let flushing: Promise<void> | null = null;
let asked = 0;

/**
 * Sends the pending views. A call while a request is under way causes another attempt if that request fails, because it
 * may have begun before the network came back. Never rejects.
 */
export function flush(): Promise<void> {
  asked++;
  flushing ??= send().finally(() => {
    flushing = null;
  });
  return flushing;
}

async function send(): Promise<void> {
  if (trackingRefused()) return;
  let most = maxSent;
  for (let views = pending().slice(0, most); views.length > 0; views = pending().slice(0, most)) {
    const before = asked;
    let settled = views;
    try {
      await api.post('/api/track', views.length === 1 ? views[0] : { events: views }, { keepalive: views.length === 1 });
    } catch (error) {
      if (error instanceof ApiError && error.status === 413 && views.length > 1) {
        most = Math.ceil(views.length / 2);
        continue;
      }
      settled = neverAccepted(error, views);
      if (settled.length === 0) {
        if (asked === before) return; // tried again later
        continue;
      }
    }
    const gone = new Set(settled.map((v) => v.id));
    store(pending().filter((v) => !gone.has(v.id)));
    if (pending().some((v) => gone.has(v.id))) return; // the storage can't be written: never loop
  }
}

/** The views that the server would refuse however often they are sent: those that a 400 names, or all where it names none. */
function neverAccepted(error: unknown, views: PageView[]): PageView[] {
  if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 413)) return [];
  const named = error.fields.flatMap(({ field }) => views[Number(/^events\[(\d+)\]/.exec(field)?.[1])] ?? []);
  return named.length > 0 ? named : views;
}

function store(views: PageView[]): void {
  writeStored(pendingKey, views.length === 0 ? null : JSON.stringify(views.slice(-maxPending)));
}

function pending(): PageView[] {
  try {
    const parsed: unknown = JSON.parse(readStored(pendingKey) ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is PageView {
  return typeof value === 'object' && value !== null && 'id' in value && 'page' in value && typeof value.id === 'string';
}
