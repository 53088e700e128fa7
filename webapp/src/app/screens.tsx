// Which address shows which screen. The home page is in the first bundle; every other screen, the admin's part above
// all, is loaded when it is asked for.
import { lazy, Suspense, type ComponentType } from 'react';
import { matchPath, Route, Routes } from 'react-router-dom';
import { HomeRoute } from './routes/home';
import { NotFoundRoute } from './routes/not-found';

interface Screen {
  path: string;
  load: () => Promise<{ default: ComponentType }>;
}

const screens: readonly Screen[] = [
  { path: '/reviews', load: () => import('./routes/reviews') },
  { path: '/reviews/:id', load: () => import('./routes/review') },
  { path: '/category/:slug', load: () => import('./routes/category') },
  { path: '/tech-articles', load: () => import('./routes/articles') },
  { path: '/tech-articles/:id', load: () => import('./routes/article') },
  { path: '/office-tools', load: () => import('./routes/office-tools') },
  { path: '/about', load: () => import('./routes/about') },
  { path: '/contact', load: () => import('./routes/contact') },
  { path: '/privacy', load: () => import('./routes/privacy') },
  { path: '/terms', load: () => import('./routes/terms') },
  { path: '/admin-login', load: () => import('./routes/login') },
  { path: '/admin', load: () => import('./routes/admin') },
];

const routes = screens.map(({ path, load }) => {
  const Screen = lazy(load);
  return <Route key={path} path={path} element={<Screen />} />;
});

/** Begins to load the screen of an address before React asks for it. Resolves at once when there is nothing to load. */
export async function preloadScreen(pathname: string): Promise<void> {
  await screens.find(({ path }) => matchPath(path, pathname))?.load();
}

export function Screens() {
  return (
    <Suspense fallback={<div role="status" aria-label="Loading..." />}>
      <Routes>
        <Route index element={<HomeRoute />} />
        {routes}
        <Route path="*" element={<NotFoundRoute />} />
      </Routes>
    </Suspense>
  );
}
