// One of a few, all in sight.
import { clsx } from 'clsx';

interface Props<T extends string> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  /** Keeps its place, but can't be used. */
  hidden?: boolean;
}

export function Choice<T extends string>({ label, options, value, onChange, hidden = false }: Props<T>) {
  return (
    <div
      role="group"
      aria-label={label}
      className={clsx('inline-flex max-w-full flex-wrap rounded-sm border border-control bg-raised', hidden && 'invisible')}
    >
      {options.map((o) => (
        <button
          key={o.value}
          type="button"
          aria-pressed={o.value === value}
          onClick={() => onChange(o.value)}
          className="min-h-8.5 px-1.5 text-small whitespace-nowrap text-secondary transition-colors first:rounded-l-[5px] last:rounded-r-[5px] hover:text-primary aria-pressed:bg-inverse aria-pressed:font-semibold aria-pressed:text-on-inverse pointer-coarse:min-h-[calc(var(--height-control)-2px)] sm:px-3"
        >
          {o.label}
        </button>
      ))}
    </div>
  );
}
