// Files that are dropped anywhere on the page, or pasted outside of a field, while it is on.
import { useEffect, useEffectEvent, useState } from 'react';

/** What is open over the page takes files itself. */
const isCovered = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

const hasFiles = (e: DragEvent) => e.dataTransfer?.types.includes('Files') ?? false;

/** Returns whether files are being dragged over the page. */
export function useDrop(onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent((files: readonly File[]) => {
    if (files.length > 0 && !isCovered()) onFiles([...files]);
  });
  useEffect(() => {
    const onDrag = (e: DragEvent) => {
      if (!hasFiles(e)) return;
      e.preventDefault(); // or the browser opens the file in place of the page
      setOver(!isCovered());
    };
    const onLeave = (e: DragEvent) => {
      if (e.relatedTarget === null) setOver(false);
    };
    const onDrop = (e: DragEvent) => {
      setOver(false);
      if (!hasFiles(e)) return;
      e.preventDefault();
      take([...(e.dataTransfer?.files ?? [])]);
    };
    const onPaste = (e: ClipboardEvent) => {
      const inField = e.target instanceof Element && e.target.closest('input, textarea, [contenteditable=true]') !== null;
      if (!inField) take([...(e.clipboardData?.files ?? [])]);
    };
    document.addEventListener('dragover', onDrag);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('drop', onDrop);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('dragover', onDrag);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('paste', onPaste);
    };
  }, []);
  return over;
}
