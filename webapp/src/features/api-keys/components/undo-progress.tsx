// How far something long has come.
import { useId } from 'react';

export function UndoProgress({ label, progress }: { label: string; progress: readonly [number, number] | null }) {
  const id = useId();
  const [done, total] = progress ?? [0, 0];
  return (
    <div role="status" className="py-12 text-secondary">
      <label htmlFor={id}>{label}</label>
      <progress id={id} className="mt-3 block h-2 w-full accent-accent" {...(progress ? { value: done, max: total } : {})} />
      <p className="mt-2 text-small text-muted tabular-nums">{progress ? `${done} of ${total}` : ' '}</p>
    </div>
  );
}
