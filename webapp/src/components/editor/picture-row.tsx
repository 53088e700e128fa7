// One of several pictures: what it shows and is called, and the buttons that move and remove it.
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import type { DragEvent, ReactNode } from 'react';
import { addressError } from '@/components/content/rules';
import { AddressThumbnail } from '@/components/media/address-thumbnail';
import { addressName, PictureNote } from '@/components/media/picture-note';
import type { Known } from '@/components/media/use-stored-pictures';
import { Button } from '@/components/ui/button';

interface Props {
  address: string;
  known: Known;
  /** From 0. */
  place: number;
  count: number;
  /** Where a dragged picture would go. */
  mark: 'before' | 'behind' | null;
  dragged: boolean;
  onDrag: (e: DragEvent) => void;
  onDragEnd: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

export function PictureRow({ address, known, place, count, mark, dragged, onDrag, onDragEnd, onMove, onRemove }: Props) {
  const name = addressName(address, known);
  const error = addressError(address);
  return (
    <li
      draggable
      onDragStart={onDrag}
      onDragEnd={onDragEnd}
      data-place={place}
      data-wrong={error ? true : undefined}
      className={clsx('relative flex items-start gap-2 border-t border-rule py-2.5', dragged && 'opacity-50')}
    >
      {mark ? (
        <span aria-hidden className={clsx('absolute inset-x-0 h-0.5 bg-accent', mark === 'before' ? '-top-px' : '-bottom-px')} />
      ) : null}
      <GripVertical aria-hidden strokeWidth={1.75} className="mt-4 -ml-1 size-4 shrink-0 cursor-grab text-muted pointer-coarse:hidden" />
      <AddressThumbnail address={address} known={known} className="aspect-3/2 w-20" />
      <div className="min-w-0 grow">
        <p className="truncate text-small font-semibold" title={address}>
          {name}
        </p>
        {place === 0 ? <p className="text-caption text-muted">Main image</p> : null}
        {error ? (
          <p role="alert" className="text-small text-danger">
            {error}
          </p>
        ) : (
          <PictureNote known={known} />
        )}
        <div className="mt-1 -ml-2.5 flex gap-1">
          <RowButton label={`Move ${name} up`} action="up" blocked={place === 0} onPress={() => onMove(place - 1)}>
            <ArrowUp aria-hidden strokeWidth={1.75} className="size-4" />
          </RowButton>
          <RowButton label={`Move ${name} down`} action="down" blocked={place === count - 1} onPress={() => onMove(place + 1)}>
            <ArrowDown aria-hidden strokeWidth={1.75} className="size-4" />
          </RowButton>
          <RowButton label={`Remove ${name}`} action="remove" onPress={onRemove}>
            <Trash2 aria-hidden strokeWidth={1.75} className="size-4" />
          </RowButton>
        </div>
      </div>
    </li>
  );
}

interface RowButtonProps {
  label: string;
  action: 'up' | 'down' | 'remove';
  /** It does nothing, but keeps the focus. */
  blocked?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function RowButton({ label, action, blocked = false, onPress, children }: RowButtonProps) {
  return (
    <Button
      variant="quiet"
      shape="icon"
      size="small"
      aria-label={label}
      aria-disabled={blocked || undefined}
      data-action={action}
      className={clsx('w-9! pointer-coarse:w-control!', blocked && 'opacity-40')}
      onClick={blocked ? undefined : onPress}
    >
      {children}
    </Button>
  );
}
