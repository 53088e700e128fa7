// The entry of the web app in the browser: hydrates a page that the server has rendered, and renders any other.
import './styles/main.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from '@/app/app';
import { readData, restoreData } from '@/app/page-data';
import { preloadScreen } from '@/app/screens';
import { newQueryClient } from '@/lib/query-client';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// If the screen's code can't be loaded, React asks again and says so.
const screen = preloadScreen(location.pathname).catch(() => undefined);

const data = readData(document);
const queryClient = newQueryClient();
const app = (
  <StrictMode>
    <BrowserRouter>
      <App queryClient={queryClient} rendered={data && { at: data.now }} />
    </BrowserRouter>
  </StrictMode>
);
if (data) {
  restoreData(queryClient, data);
  // The markup is there already: links and forms work, and React takes it over bit by bit. (Nothing may be awaited at the top of this file: the screen's
  // code imports from the chunk that this is in.)
  void Promise.all([screen, painted()]).then(() => startTransition(() => void hydrateRoot(root, app)));
} else {
  createRoot(root).render(app);
}

/** Resolves when the page has been painted, or at once where nobody sees it. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}
