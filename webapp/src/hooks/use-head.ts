// Keeps the document's head right while a page is shown, and tells the server which head to write.
import { createContext, useContext, useEffect } from 'react';
import { applyHead, type PageHead } from '@/lib/seo';

/** Takes the head of the page that the server renders. In the browser there is none. */
export const HeadContext = createContext<((head: PageHead) => void) | null>(null);

/** @param head null while it is not known: then the document's head stays as it is. */
export function useHead(head: PageHead | null): void {
  const collect = useContext(HeadContext);
  if (head) collect?.(head);
  // As text, because a screen makes a new object in each render.
  const wanted = head && JSON.stringify(head);
  useEffect(() => {
    if (wanted) applyHead(document, JSON.parse(wanted) as PageHead);
  }, [wanted]);
}
