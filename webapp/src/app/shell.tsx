// The frame of every screen: skip link, header, footer and toasts; and the effects of every route change. The dashboard has a
// header of its own, and no footer.
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Footer } from '@/components/layout/footer';
import { Header } from '@/components/layout/header';
import { PlainToast } from '@/components/ui/plain-toast';
import { followTheme } from '@/stores/theme';
import { dismissToast, toastDuration, useToast } from '@/stores/toasts';
import { DashboardHeader, EmptyHeader } from './lazy-header';
import { useCategories } from './use-categories';
import { usePageViews } from './use-page-views';
import { usePrefetch } from './use-prefetch';
import { useScroll } from './use-scroll';

export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { links } = useCategories();
  const dashboard = /^\/admin(\/|$)/.test(useLocation().pathname);
  usePageViews();
  usePrefetch();
  useScroll(main);
  useEffect(followTheme, []);
  // for the browser's performance panel, and for tests that press what needs React
  useEffect(() => void performance.mark('interactive'), []);
  return (
    <>
      <a
        href="#main"
        data-noprint
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-sm bg-inverse px-4 py-3 text-small font-semibold text-on-inverse focus:translate-y-0"
      >
        Skip to content
      </a>
      {dashboard ? (
        <Suspense fallback={<EmptyHeader />}>
          <DashboardHeader />
        </Suspense>
      ) : (
        <Header categories={links} />
      )}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        data-dashboard={dashboard || undefined}
        className={dashboard ? 'min-h-0 outline-none' : 'outline-none'}
      >
        {children}
      </main>
      {dashboard ? null : <Footer categories={links} />}
      <Toasts />
    </>
  );
}

// Where it can't be loaded, because the network is away, a plain toast does.
const Toaster = lazy(() => import('@/components/ui/toaster').catch(() => ({ default: PlainToast })));

/** The toaster, loaded with the first toast. It stays mounted, so that a toast can fade out. */
function Toasts() {
  const toast = useToast((s) => s.toast);
  const [needed, setNeeded] = useState(false);
  if (toast && !needed) setNeeded(true);
  if (!needed) return null;
  return (
    <Suspense fallback={null}>
      <Toaster toast={toast} duration={toastDuration} onDismiss={dismissToast} />
    </Suspense>
  );
}
