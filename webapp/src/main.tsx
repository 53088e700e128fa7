// The entry of the web app in the browser: hydrates a page that the server has rendered, and renders any other.
import './styles/main.css';
import { StrictMode } from 'react';
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
  await screen; // the markup is there already; React takes it over in one go
  hydrateRoot(root, app);
} else {
  createRoot(root).render(app);
}
