// The entry of the web app in the browser.
import './styles/main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from '@/app/app';
import { preloadScreen } from '@/app/screens';
import { newQueryClient } from '@/lib/query-client';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// The screen's code and the app's first render go side by side; if it fails, React asks again and says so.
preloadScreen(location.pathname).catch(() => undefined);

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App queryClient={newQueryClient()} />
    </BrowserRouter>
  </StrictMode>,
);
