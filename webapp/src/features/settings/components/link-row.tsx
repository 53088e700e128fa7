// One link of a list: its label and address, and the buttons that move and remove it.
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, GripVertical, Trash2, type LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/components/ui/button';
import { ComboField, type ComboOption } from '@/components/ui/combo-field';
import { TextField } from '@/components/ui/field';
import type { SettingsLink } from '@/lib/api-types';

interface Props {
  link: SettingsLink;
  /** From 0. */
  place: number;
  count: number;
  /** The list's label: 'Header'. */
  of: string;
  addresses: readonly ComboOption[];
  errors: Partial<SettingsLink>;
  /** Nothing is published at its address now. */
  isLeftOut: boolean;
  /** Where a dragged link would go. */
  mark: 'before' | 'behind' | null;
  isDragged: boolean;
  onChange: (to: Partial<SettingsLink>) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
  onDrag: () => void;
  onDragEnd: () => void;
}

export function LinkRow({ link, place, count, of, addresses, errors, isLeftOut, mark, isDragged, ...does }: Props) {
  const { onChange, onMove, onRemove, onDrag, onDragEnd } = does;
  const row = useRef<HTMLLIElement>(null);
  const name = link.label.trim() || `link ${place + 1}`;
  const number = `of link ${place + 1} of ${of}`;
  return (
    <li ref={row} data-place={place} className={clsx('relative border-t border-rule py-3', isDragged && 'opacity-50')}>
      {mark ? (
        <span aria-hidden className={clsx('absolute inset-x-0 h-0.5 bg-accent', mark === 'before' ? '-top-px' : '-bottom-px')} />
      ) : null}
      <div className="flex items-start gap-2">
        <span
          aria-hidden
          draggable
          title="Drag to move"
          onDragStart={(e) => {
            e.dataTransfer.effectAllowed = 'move';
            e.dataTransfer.setData('text/plain', link.label);
            if (row.current) e.dataTransfer.setDragImage(row.current, 12, 24);
            onDrag();
          }}
          onDragEnd={onDragEnd}
          className="-ml-1 grid h-control w-5 shrink-0 cursor-grab place-items-center text-muted max-sm:hidden pointer-coarse:hidden"
        >
          <GripVertical strokeWidth={1.75} className="size-4" />
        </span>
        <div className="grid min-w-0 grow gap-2 sm:grid-cols-[2fr_3fr]">
          <TextField
            label={`Label ${number}`}
            hideLabel
            placeholder="Label"
            autoComplete="off"
            value={link.label}
            error={errors.label}
            onChange={(e) => onChange({ label: e.target.value })}
          />
          <ComboField
            label={`Address ${number}`}
            hideLabel
            placeholder="Address"
            value={link.url}
            options={addresses}
            error={errors.url}
            onChange={(url) => onChange({ url, ...(link.label.trim() === '' ? suggested(addresses, url) : {}) })}
          />
        </div>
        <div className="flex shrink-0 max-sm:flex-col">
          <RowButton action="up" label={`Move ${name} up`} Icon={ArrowUp} blocked={place === 0} onPress={() => onMove(-1)} />
          <RowButton action="down" label={`Move ${name} down`} Icon={ArrowDown} blocked={place === count - 1} onPress={() => onMove(1)} />
          <RowButton action="remove" label={`Remove ${name}`} Icon={Trash2} onPress={onRemove} />
        </div>
      </div>
      {isLeftOut && !errors.url ? (
        <p className="mt-1.5 text-small text-danger sm:pl-6">Readers don’t see this link: nothing is published at {link.url.trim()} now.</p>
      ) : null}
    </li>
  );
}

/** Returns the label that an address of the list suggests. */
const suggested = (addresses: readonly ComboOption[], url: string): Partial<SettingsLink> => {
  const label = addresses.find(({ value }) => value === url)?.label;
  return label ? { label } : {};
};

interface RowButtonProps {
  action: 'up' | 'down' | 'remove';
  label: string;
  Icon: LucideIcon;
  /** It does nothing, but keeps the focus. */
  blocked?: boolean;
  onPress: () => void;
}

function RowButton({ action, label, Icon, blocked = false, onPress }: RowButtonProps) {
  return (
    <Button
      variant="quiet"
      shape="icon"
      aria-label={label}
      aria-disabled={blocked || undefined}
      data-action={action}
      className={clsx('w-9! pointer-coarse:w-control!', blocked && 'opacity-40')}
      onClick={blocked ? undefined : onPress}
    >
      <Icon aria-hidden strokeWidth={1.75} className="size-4" />
    </Button>
  );
}
