// What lies behind a link, fetched when the pointer or the focus comes to it: the screen's code and its data, so that
// the page is often there when the link is pressed. The query cache's rules decide what is fresh enough to keep.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { matchPath } from 'react-router-dom';
import { articleQuery } from '@/features/articles/api/article';
import { articlesQuery } from '@/features/articles/api/articles';
import { reviewQuery } from '@/features/reviews/api/review';
import { reviewsQuery } from '@/features/reviews/api/reviews';
import { parseId } from './parse-id';
import { preloadScreen } from './screens';

const data: [string, (client: QueryClient, parameter: string) => Promise<unknown>][] = [
  ['/reviews', (client) => client.infiniteQuery(reviewsQuery({}))],
  ['/tech-articles', (client) => client.infiniteQuery(articlesQuery)],
  ['/category/:it', (client, category) => client.infiniteQuery(reviewsQuery({ category }))],
  ['/reviews/:it', (client, id) => client.query(reviewQuery(parseId(id) ?? 0))],
  ['/tech-articles/:it', (client, id) => client.query(articleQuery(parseId(id) ?? 0))],
];

const ignored = () => undefined;

export function usePrefetch(): void {
  const client = useQueryClient();
  useEffect(() => {
    let last = '';
    const onNear = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (!link || link.origin !== location.origin || link.pathname === last || link.pathname === location.pathname) return;
      const { saveData } = (navigator as Navigator & { connection?: { saveData?: boolean } }).connection ?? {};
      if (saveData) return;
      last = link.pathname;
      // A failure shows when the link is pressed.
      preloadScreen(last).catch(ignored);
      for (const [path, fetch] of data) {
        const match = matchPath(path, last);
        if (match) fetch(client, match.params.it ?? '').catch(ignored);
      }
    };
    document.addEventListener('pointerover', onNear, { passive: true });
    document.addEventListener('focusin', onNear);
    return () => {
      document.removeEventListener('pointerover', onNear);
      document.removeEventListener('focusin', onNear);
    };
  }, [client]);
}
