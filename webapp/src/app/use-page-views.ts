// One page view for each route change. The address of a preview is a secret: it is neither recorded nor told as a referrer.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { flush, trackPageView } from '@/lib/tracking';

const isPreview = (path: string) => path.startsWith('/preview/');

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
    void trackPageView(first ? pathname + location.search : pathname, referrer);
  }, [pathname]);

  useEffect(() => {
    const online = () => void flush();
    window.addEventListener('online', online);
    return () => window.removeEventListener('online', online);
  }, []);
}
