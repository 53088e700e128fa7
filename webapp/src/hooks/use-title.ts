// Keeps the document's title while something has an address of its own over the page: the page's own title comes back.
import { useEffect } from 'react';

export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => void (document.title = before);
  }, [title]);
}
