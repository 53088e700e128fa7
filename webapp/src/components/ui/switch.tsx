// Something that is on or off, with what that means beside it.
import * as Radix from '@radix-ui/react-switch';
import { useId } from 'react';

interface Props {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  hint?: string;
  disabled?: boolean;
}

export function Switch({ checked, onChange, label, hint, disabled }: Props) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Radix.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative mt-0.5 h-6 w-11 shrink-0 rounded-full border border-control bg-sunken transition-colors after:absolute after:-inset-2.5 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Radix.Thumb className="block size-4 translate-x-[3px] rounded-full bg-[var(--border-control)] transition-transform data-[state=checked]:translate-x-[23px] data-[state=checked]:bg-[var(--on-accent)]" />
      </Radix.Root>
      <div>
        <label htmlFor={id} className="block text-small font-semibold">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-small text-muted">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  );
}
