// The lightbox of an item's pictures. Its code is loaded with the first picture that is enlarged.
import { useState, type ReactNode } from 'react';
import { loadCode } from '@/lib/load-code';
import type { GalleryPicture } from './gallery-picture';

type Component = (typeof import('./lightbox'))['Lightbox'];

interface Opened {
  Lightbox: Component;
  start: number;
}

/** Returns what opens the lightbox at a picture, and the lightbox itself, null while it is closed. */
export function useLightbox(pictures: GalleryPicture[]): { enlarge: (start: number) => void; lightbox: ReactNode } {
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = async (start: number) => {
    const { Lightbox } = await loadCode(() => import('./lightbox'));
    setOpened({ Lightbox, start });
  };
  return {
    enlarge: (start) => void open(start),
    lightbox: opened && <opened.Lightbox pictures={pictures} start={opened.start} onClose={() => setOpened(null)} />,
  };
}
