// The sign of a mark: a filled dot for a publication, an open square for a correction or an update. They are told apart without colours.
import { clsx } from 'clsx';
import type { Mark } from '@/lib/api-types';

export function MarkSign({ type }: { type: Mark['type'] }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'inline-block size-2 shrink-0 forced-color-adjust-none',
        type === 'published' ? 'rounded-full bg-accent' : 'border-2 border-danger',
      )}
    />
  );
}
