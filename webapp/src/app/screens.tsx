// Which address shows which screen. The home page is in the first bundle; every other screen, the admin's part above
// all, is loaded when it is asked for. The server has all of a reader's screens, and none of the
// admin's or of previews.
import { Suspense, type ComponentType } from 'react';
import { matchPath, Outlet, Route, Routes } from 'react-router-dom';
import { fixedPages, pageAddress } from '@/lib/kinds';
import { lazyCode } from '@/lib/lazy-code';
import { HomeRoute } from './routes/home';
import { useDataOffline } from './use-data-offline';

/** A screen whose code is loaded when it is asked for. */
function screen(path: string, load: () => Promise<{ default: ComponentType }>) {
  const { preload, Component } = lazyCode(load);
  return { path, preload, Screen: Component };
}

const screens = [
  screen('/reviews', () => import('./routes/reviews')),
  screen('/reviews/:id', () => import('./routes/review')),
  screen('/compare', () => import('./routes/compare')),
  screen('/category/:slug', () => import('./routes/category')),
  screen('/tags/:slug', () => import('./routes/tag')),
  screen('/brands/:slug', () => import('./routes/brand')),
  screen('/authors/:slug', () => import('./routes/author')),
  screen('/tech-articles', () => import('./routes/articles')),
  screen('/tech-articles/:id', () => import('./routes/article')),
  ...['/reviews', '/tech-articles'].map((list) => screen(`${list}/:id/history/:revision?`, () => import('./routes/history'))),
  ...['/pages/:slug', ...fixedPages.filter((slug) => slug !== 'contact').map(pageAddress)].map((path) =>
    screen(path, () => import('./routes/page')),
  ),
  screen('/office-tools', () => import('./routes/office-tools')),
  screen('/contact', () => import('./routes/contact')),
  screen('/corrections', () => import('./routes/corrections')),
  screen('/docs', () => import('./routes/docs')),
  ...(import.meta.env.SSR
    ? []
    : [
        screen('/preview/:token', () => import('./routes/preview')),
        screen('/admin-login', () => import('./routes/login')),
        screen('/admin/:tab?/:item?/:action?', () => import('./routes/admin')),
      ]),
];

// Every other address.
const missing = screen('*', () => import('./routes/not-found'));

const routes = [...screens, missing].map(({ path, Screen }) => <Route key={path} path={path} caseSensitive element={<Screen />} />);

/** Reports whether a path leads to a screen of its own, whatever is there. */
export const hasScreen = (pathname: string): boolean =>
  pathname === '/' || screens.some(({ path }) => matchPath({ path, caseSensitive: true }, pathname));

/** Begins to load the screen of an address before React asks for it. Resolves at once when there is nothing to load. */
export async function preloadScreen(pathname: string): Promise<void> {
  if (pathname !== '/') await (screens.find(({ path }) => matchPath({ path, caseSensitive: true }, pathname)) ?? missing).preload();
}

/** Loads every screen. */
export async function preloadScreens(): Promise<void> {
  await Promise.all([...screens, missing].map(({ preload }) => preload()));
}

export function Screens() {
  return (
    <Suspense fallback={<div role="status" aria-label="Loading..." />}>
      <Routes>
        <Route element={<Layout />}>
          <Route index element={<HomeRoute />} />
          {routes}
        </Route>
      </Routes>
    </Suspense>
  );
}

/** Around every screen. */
function Layout() {
  useDataOffline();
  return <Outlet />;
}
