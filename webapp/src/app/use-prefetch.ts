// Prefetches the screen's code and data of a link that the pointer or the focus reaches, so that
// the page is often there when the link is pressed. The query cache's rules decide what is fresh enough to keep.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { preloadScreen } from './screens';

const ignored = () => undefined;

export function usePrefetch(): void {
  const client = useQueryClient();
  useEffect(() => {
    let last = '';
    const onNear = ({ target }: Pick<Event, 'target'>) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (!link || link.origin !== location.origin || link.pathname === last || link.pathname === location.pathname) return;
      const { saveData } = (navigator as Navigator & { connection?: { saveData?: boolean } }).connection ?? {};
      if (saveData) return;
      last = link.pathname;
      // A failure shows when the link is pressed.
      preloadScreen(last).catch(ignored);
      const { pathname, search } = link;
      import('./screen-data').then(({ fetchAhead }) => fetchAhead(pathname, new URLSearchParams(search), client)).catch(ignored);
    };
    const resting = document.querySelector('a:hover'); // since before this page's code had come
    if (resting) onNear({ target: resting });
    document.addEventListener('pointerover', onNear, { passive: true });
    document.addEventListener('focusin', onNear);
    return () => {
      document.removeEventListener('pointerover', onNear);
      document.removeEventListener('focusin', onNear);
    };
  }, [client]);
}
