// A category's name beside its colours. The text never stands on the gradient, so its contrast is the page's.
import { clsx } from 'clsx';

interface Props {
  /** A class of lib/tint. */
  tint: string;
  children: string;
}

export function Badge({ tint, children }: Props) {
  return (
    <span className={clsx('inline-flex items-center gap-2 text-caption font-semibold text-secondary', tint)}>
      <span aria-hidden className="h-2.5 w-4 shrink-0 rounded-[2px] bg-tint" />
      {children}
    </span>
  );
}
