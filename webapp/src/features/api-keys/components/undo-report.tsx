// The result of an undo: how many items were undone, and which were refused and why.
import type { Outcome } from '../api/undo';
import { counted, keyOf } from './undo-words';

export function UndoReport({ outcome: { done, errors }, titles }: { outcome: Outcome; titles: ReadonlyMap<string, string> }) {
  const changed = done.filter((d) => d.changed).length;
  const same = done.length - changed;
  return (
    <div role="status">
      <p className="font-serif text-h5 font-medium">{counted(changed, 'item')} undone</p>
      {same > 0 ? <p className="mt-2 text-secondary">{counted(same, 'item')} had nothing to undo.</p> : null}
      {errors.length > 0 ? (
        <>
          <p className="mt-5 font-semibold text-danger">{`${counted(errors.length, 'item')} could not be undone`}</p>
          <ul className="mt-2 divide-y divide-rule border-y border-rule text-small">
            {errors.map((e) => (
              <li key={keyOf(e)} className="py-2">
                <span className="font-semibold">{titles.get(keyOf(e)) ?? `${e.kind} ${e.id}`}</span>
                <span className="block text-secondary">{e.message}</span>
              </li>
            ))}
          </ul>
          <p className="mt-3 max-w-measure text-small text-muted">
            Items that changed in the meantime appear again in a new preview, where you can select them.
          </p>
        </>
      ) : null}
    </div>
  );
}
