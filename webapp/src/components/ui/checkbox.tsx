// A box to tick, with its label; 'indeterminate' where it stands for several of which some are ticked.
import * as Radix from '@radix-ui/react-checkbox';
import { clsx } from 'clsx';
import { Check, Minus } from 'lucide-react';
import { useId, type ReactNode } from 'react';

interface Props {
  checked: boolean | 'indeterminate';
  onChange: (checked: boolean) => void;
  label: ReactNode;
  /** The label is for assistive technology only. */
  hideLabel?: boolean;
  disabled?: boolean;
}

export function Checkbox({ checked, onChange, label, hideLabel = false, disabled }: Props) {
  const id = useId();
  return (
    <span className="inline-flex min-h-6 items-center gap-3">
      <Radix.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(now) => onChange(now === true)}
        className="relative grid size-5 shrink-0 place-items-center rounded-[4px] border border-control bg-raised text-on-accent after:absolute after:-inset-3 data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent"
      >
        <Radix.Indicator>
          {checked === 'indeterminate' ? <Minus aria-hidden strokeWidth={2.5} className="size-4" /> : <Check aria-hidden strokeWidth={2.5} className="size-4" />}
        </Radix.Indicator>
      </Radix.Root>
      <label htmlFor={id} className={clsx(hideLabel && 'sr-only')}>
        {label}
      </label>
    </span>
  );
}
