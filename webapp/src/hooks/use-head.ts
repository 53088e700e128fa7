// Keeps the document's head right while a page is shown.
import { useEffect } from 'react';
import { applyHead, type PageHead } from '@/lib/seo';

/** @param head null while it is not known: then the document's head stays as it is. */
export function useHead(head: PageHead | null): void {
  // As text, because a screen makes a new object in each render.
  const wanted = head && JSON.stringify(head);
  useEffect(() => {
    if (wanted) applyHead(document, JSON.parse(wanted) as PageHead);
  }, [wanted]);
}
