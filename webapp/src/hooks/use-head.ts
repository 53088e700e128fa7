// Keeps the document's head right while a page is shown, and tells the server which head to write.
import { createContext, useContext, useEffect } from 'react';
import { pageTitle, type PageHead } from '@/lib/page-head';
import type { Site } from '@/lib/site-settings';
import { useSite } from './use-site';

/** Takes the head of the page that the server renders. In the browser there is none. */
export const HeadContext = createContext<((head: PageHead) => void) | null>(null);

/** @param head null while it is not known: then the document's head stays as it is. */
export function useHead(head: PageHead | null): void {
  const site = useSite();
  const collect = useContext(HeadContext);
  if (head) collect?.(head);
  // As text, because a screen makes a new object in each render.
  const wanted = head && JSON.stringify(head);
  useEffect(() => {
    if (!wanted) return;
    const head = JSON.parse(wanted) as PageHead;
    if (isWritten(head, site)) return;
    document.title = pageTitle(head.title, site);
    let stale = false;
    // What a page that the server has rendered doesn't need. Without a connection, the title will do.
    import('@/lib/seo').then(
      ({ applyHead }) => {
        if (!stale) applyHead(document, head, site);
      },
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [wanted, site]);
}

/** Reports whether the server has rendered the page with this head. */
function isWritten(head: PageHead, site: Site): boolean {
  const canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (document.getElementById('page-data') === null || document.title !== pageTitle(head.title, site) || canonical === null) return false;
  const { pathname, search } = new URL(canonical.href);
  const next = document.head.querySelector<HTMLLinkElement>('link[rel="next"]')?.href;
  const robots = document.head.querySelector<HTMLMetaElement>('meta[name="robots"]')?.content;
  // A list's pages share a title where they are narrowed.
  return (
    pathname + search === head.path &&
    (next && new URL(next).pathname + new URL(next).search) === head.next &&
    robots?.startsWith('noindex') === (head.index === false)
  );
}
