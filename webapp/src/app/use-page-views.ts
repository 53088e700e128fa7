// One page view for each route change. The address of a preview is a secret: it is neither recorded nor told as a referrer.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { flush, trackPageView } from '@/lib/tracking';

const isPreview = (path: string) => path.startsWith('/preview/');

/** Calls then once the page is visible, which a prerendered page may never be. Returns a function that cancels the wait. */
function whenShown(then: () => void): (() => void) | undefined {
  if (!(document as Document & { prerendering?: boolean }).prerendering) {
    then();
    return undefined;
  }
  document.addEventListener('prerenderingchange', then, { once: true });
  return () => document.removeEventListener('prerenderingchange', then);
}

export function usePageViews(): void {
  const { pathname } = useLocation();
  const last = useRef<string | null>(null);

  useEffect(() => {
    if (last.current === pathname) return; // the same page, mounted again or searched anew
    const first = last.current === null;
    const before = last.current === null ? document.referrer : new URL(last.current, location.href).href;
    const referrer = last.current !== null && isPreview(last.current) ? '' : before;
    last.current = pathname;
    if (isPreview(pathname)) return;
    // The first view keeps what its query says of a campaign.
    const page = first ? pathname + location.search : pathname;
    return whenShown(() => void trackPageView(page, referrer));
  }, [pathname]);

  useEffect(() => {
    const online = () => void flush();
    window.addEventListener('online', online);
    return () => window.removeEventListener('online', online);
  }, []);
}
