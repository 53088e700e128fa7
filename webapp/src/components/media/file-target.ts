// A place where files can be dropped and pasted.
import { useState, type ClipboardEvent, type DragEvent } from 'react';

/** Returns the handlers of such a place, and whether files are held over it. What is dragged within the page is not its concern. */
export function useFileTarget(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  const drag = (e: DragEvent, inside: boolean) => {
    if (!e.dataTransfer.types.includes('Files')) return;
    e.preventDefault();
    setOver(inside);
  };
  return {
    over,
    handlers: {
      onDragOver: (e: DragEvent) => drag(e, true),
      onDragLeave: (e: DragEvent) => drag(e, false),
      onDrop: (e: DragEvent) => {
        drag(e, false);
        const files = [...e.dataTransfer.files];
        if (files.length > 0) onFiles(files);
      },
      onPaste: (e: ClipboardEvent) => {
        const files = [...e.clipboardData.files];
        // Text that is copied from an office program comes with a picture of itself.
        if (files.length === 0 || e.clipboardData.types.includes('text/plain')) return;
        e.preventDefault();
        onFiles(files);
      },
    },
  };
}
