// Keeps the document's head right while a page is shown.
import { useEffect } from 'react';
import { applyHead, type PageHead } from '@/lib/seo';

export function useHead(head: PageHead): void {
  const { title, description, path, keywords, image, type, index } = head;
  useEffect(() => {
    applyHead(document, { title, description, path, keywords, image, type, index });
  }, [title, description, path, keywords, image, type, index]);
}
