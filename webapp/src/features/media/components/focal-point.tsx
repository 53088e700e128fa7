// A picture with its focal point, which a press, a drag and the arrow keys move, and what a crop to 3:2 then shows.
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { Button } from '@/components/ui/button';
import { renditionOf, type FocalPoint as Point, type LibraryPicture } from '@/lib/media';
import { pointText } from '../words';

interface Props {
  picture: LibraryPicture;
  point: Point;
  onChange: (point: Point) => void;
}

const centre: Point = { x: 0.5, y: 0.5 };

/** How far an arrow key moves the point, with Shift further. */
const step = 0.01;
const longStep = 0.1;

/** In whole percent, within the picture. */
const within = (at: number): number => Math.round(100 * Math.min(1, Math.max(0, at))) / 100;

const directions: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export function FocalPoint({ picture, point, onChange }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = picture;
  const known = width > 0;

  const moveTo = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = frame.current?.getBoundingClientRect();
    if (box) onChange({ x: within((clientX - box.left) / box.width), y: within((clientY - box.top) / box.height) });
  };
  const begin = (e: PointerEvent<HTMLElement>) => {
    e.currentTarget.setPointerCapture(e.pointerId);
    moveTo(e);
  };
  const drag = (e: PointerEvent<HTMLElement>) => {
    if (e.currentTarget.hasPointerCapture(e.pointerId)) moveTo(e);
  };
  const onKeyDown = (e: KeyboardEvent) => {
    const to = directions[e.key];
    if (!to && e.key !== 'Home') return;
    e.preventDefault();
    const by = e.shiftKey ? longStep : step;
    onChange(to ? { x: within(point.x + by * to.x), y: within(point.y + by * to.y) } : centre);
  };

  return (
    <div>
      <div
        ref={frame}
        className="relative mx-auto cursor-crosshair overflow-hidden rounded-sm bg-sunken select-none"
        style={known ? { aspectRatio: `${width}/${height}`, width: `min(100%, ${width}px, calc(50dvh * ${width / height}))` } : undefined}
        // A finger that scrolls the dialog moves nothing; a tap does.
        onPointerDown={(e) => e.pointerType === 'mouse' && begin(e)}
        onPointerMove={drag}
        onClick={moveTo}
      >
        <img
          src={renditionOf(picture, 1200)}
          alt={picture.alt}
          draggable={false}
          className={known ? 'size-full' : 'mx-auto block max-h-[50dvh]'}
        />
        <span
          role="slider"
          tabIndex={0}
          aria-label="Focal point"
          aria-valuenow={Math.round(100 * point.x)}
          aria-valuetext={pointText(point)}
          onKeyDown={onKeyDown}
          onPointerDown={(e) => {
            e.stopPropagation();
            begin(e);
          }}
          onPointerMove={(e) => {
            e.stopPropagation();
            drag(e);
          }}
          onClick={(e) => e.stopPropagation()}
          className="absolute grid size-11 -translate-x-1/2 -translate-y-1/2 cursor-grab touch-none place-items-center rounded-full"
          style={{ left: `${100 * point.x}%`, top: `${100 * point.y}%` }}
        >
          <span aria-hidden className="size-6 rounded-full border-2 border-[white] shadow-[0_0_0_1.5px_black,inset_0_0_0_1.5px_black]" />
        </span>
      </div>
      <div className="mt-3 flex items-center gap-4">
        <img
          src={renditionOf(picture, 480)}
          alt=""
          data-crop
          className="aspect-3/2 w-30 shrink-0 rounded-sm bg-sunken object-cover"
          style={{ objectPosition: `${100 * point.x}% ${100 * point.y}%` }}
        />
        <div className="min-w-0 text-small">
          <p className="text-muted">
            Cards show this crop. Press the image, or use the arrow keys, to set the point that stays in sight: {pointText(point)}.
          </p>
          {point.x === centre.x && point.y === centre.y ? null : (
            <Button variant="quiet" size="small" className="-ml-4" onClick={() => onChange(centre)}>
              Centre
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
