// A frame as wide as a device, so that what is in it is laid out as there; scaled down where there is less room.
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useSize } from '@/hooks/use-size';
import { useTheme } from '@/stores/theme';
import { hold } from './preview-frame';
import type { Device } from './use-layout';

/** In pixels. */
const widths: Record<Device, number> = { phone: 390, desktop: 1280 };

interface Props {
  device: Device;
  /** Called with the frame once its document is there. */
  onFrame: (frame: HTMLIFrameElement) => void;
  children: ReactNode;
}

/** Gives the frame's document the page's styles. */
function dress({ head, documentElement }: Document) {
  documentElement.lang = document.documentElement.lang;
  head.replaceChildren(...[...document.head.querySelectorAll('link[rel=stylesheet], style')].map((style) => style.cloneNode(true)));
}

/** Passes Ctrl+S and Escape on to the page, which the frame would keep to itself. */
function passOn(e: KeyboardEvent) {
  const { key, ctrlKey, metaKey } = e;
  if (key !== 'Escape' && !(key === 's' && (ctrlKey || metaKey))) return;
  if (!document.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, metaKey, bubbles: true, cancelable: true }))) e.preventDefault();
}

export function DeviceFrame({ device, onFrame, children }: Props) {
  const [room, size] = useSize();
  const [inner, setInner] = useState<Document | null>(null);
  const theme = useTheme((s) => s.resolved);
  const width = widths[device];
  const scale = size.width > 0 ? Math.min(1, size.width / width) : 1;

  // The frame's own empty document is there at once, or in some browsers replaced by another when it is loaded.
  const attach = useCallback(
    (frame: HTMLIFrameElement | null) => {
      if (!frame) return undefined;
      const prepare = () => {
        if (!frame.contentDocument) return;
        dress(frame.contentDocument);
        frame.contentDocument.addEventListener('keydown', passOn);
        setInner(frame.contentDocument);
        onFrame(frame);
      };
      prepare();
      frame.addEventListener('load', prepare);
      return () => frame.removeEventListener('load', prepare);
    },
    [onFrame],
  );
  useEffect(() => {
    inner?.documentElement.setAttribute('class', document.documentElement.className);
  }, [inner, theme]);

  return (
    <div ref={room} className="relative min-h-0 grow overflow-hidden">
      <iframe
        ref={attach}
        title="Preview of the page"
        style={{ width, height: size.height / scale, transform: `scale(${scale})`, left: Math.max(0, (size.width - width * scale) / 2) }}
        className="absolute top-0 origin-top-left bg-page"
      />
      {inner
        ? createPortal(
            <div onClickCapture={hold} className="py-6 [overflow-wrap:anywhere] wrap">
              {children}
            </div>,
            inner.body,
          )
        : null}
    </div>
  );
}
