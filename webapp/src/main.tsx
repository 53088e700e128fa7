// The entry of the web app in the browser: hydrates a page that the server has rendered, and renders any other.
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from '@/app/app';
import { preloadHeader } from '@/app/lazy-header';
import { pageDataId, readData, restoreAnswers, restoreData } from '@/app/page-data';
import { preloadScreen } from '@/app/screens';
import type { RenderTime } from '@/hooks/use-now';
import { hasEarlyAnswers } from '@/lib/early-answers';
import { repeatEarlyInput } from '@/lib/early-input';
import { followSite } from '@/lib/follow-site';
import { newQueryClient } from '@/lib/query-client';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// If the screen's code can't be loaded, React asks again and says so.
const screen = preloadScreen(location.pathname).catch(() => undefined);

const queryClient = newQueryClient();
restoreAnswers(queryClient, document);
followSite(queryClient);
const app = (rendered: RenderTime | null) => (
  <StrictMode>
    <BrowserRouter>
      <App queryClient={queryClient} rendered={rendered} />
    </BrowserRouter>
  </StrictMode>
);
if (document.getElementById(pageDataId)) {
  // The markup is there already: links and forms work, and React takes it over bit by bit. (Nothing may be awaited at the top of this file:
  // the screen's code imports from the chunk that this is in.)
  void Promise.all([screen, painted()]).then(() => {
    const data = readData(document);
    if (data) restoreData(queryClient, data);
    startTransition(() => void hydrateRoot(root, app(data && { at: data.now })));
    void repeatEarlyInput();
  });
} else if (hasEarlyAnswers()) {
  void Promise.all([screen, earlyDashboard()]).then(render);
} else {
  render();
}

function render(): void {
  if (root) createRoot(root).render(app(null));
  void repeatEarlyInput();
}

/** Resolves when the dashboard can be rendered whole, as far as its page has brought what it shows. */
async function earlyDashboard(): Promise<void> {
  try {
    const [{ fetchDashboard }] = await Promise.all([import('@/app/routes/admin'), preloadHeader()]);
    await Promise.race([fetchDashboard(location, queryClient), new Promise((resolve) => setTimeout(resolve))]);
  } catch {
    // Code that can't be loaded is asked for again, and React says so.
  }
}

/** Resolves when the page has been painted, or at once where nobody sees it. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}
