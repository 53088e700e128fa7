// A box to tick, with its label; 'indeterminate' where it stands for several of which some are ticked.
import { clsx } from 'clsx';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  checked: boolean | 'indeterminate';
  onChange: (checked: boolean) => void;
  label: ReactNode;
  /** The label is for assistive technology only. */
  hideLabel?: boolean;
  disabled?: boolean;
}

const sign = {
  'aria-hidden': true,
  strokeWidth: 2.5,
  className: 'pointer-events-none relative z-1 col-start-1 row-start-1 size-4 text-on-accent',
} as const;

export function Checkbox({ checked, onChange, label, hideLabel = false, disabled }: Props) {
  return (
    <label className="inline-flex min-h-6 items-center gap-3">
      {/* A press beside the box is one on it. */}
      <span className="relative grid size-5 shrink-0 place-items-center after:absolute after:-inset-3">
        <input
          type="checkbox"
          checked={checked === true}
          ref={(box) => {
            if (box) box.indeterminate = checked === 'indeterminate'; // which HTML has no attribute for
          }}
          disabled={disabled}
          onChange={(e) => onChange(e.target.checked)}
          className="relative z-1 col-start-1 row-start-1 size-5 appearance-none rounded-[4px] border border-control bg-raised checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent"
        />
        {checked === 'indeterminate' ? <Minus {...sign} /> : checked ? <Check {...sign} /> : null}
      </span>
      <span className={clsx(hideLabel && 'sr-only')}>{label}</span>
    </label>
  );
}
