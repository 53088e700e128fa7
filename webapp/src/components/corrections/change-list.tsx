// What a change made of each field: the old value, struck through, and the new one.
import { MarkedWords } from '@/components/history/marked-words';
import { isFigure, nameOf, textOf, type Value } from './words';

interface Change {
  field: string;
  from?: Value;
  to: Value;
}

interface Props {
  changes: readonly Change[];
  /** How much is compared word by word; see diffWords. */
  most: number;
  /** How much of each is shown, in characters; all of it by default. */
  show?: number | undefined;
  /** Names values that are ids; undefined for all others. */
  valueName?: ((field: string, value: Value) => string | undefined) | undefined;
}

export function ChangeList({ changes, most, show, valueName }: Props) {
  if (changes.length === 0) return null;
  return (
    <dl className="mt-3 grid gap-2 text-small">
      {changes.map((change) => (
        <div key={change.field} className="sm:grid sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-4">
          <dt className="text-muted">{nameOf(change.field)}</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">
            <Changed {...change} most={most} show={show} valueName={valueName} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Changed({ field, from, to, most, show, valueName }: Change & Omit<Props, 'changes'>) {
  const text = (value: Value) => valueName?.(field, value) ?? textOf(field, value);
  if (/image/i.test(field)) return <span className="text-secondary">{from === undefined ? 'Changed' : !textOf(field, from) ? 'Added' : !textOf(field, to) ? 'Removed' : 'Replaced'}</span>;
  // Without what was there before, all that can be told is what is there now.
  if (from === undefined) return text(to) || <span className="text-muted">none</span>;
  if (!isFigure(field) && typeof to !== 'number') return <MarkedWords old={text(from)} fresh={text(to)} most={most} show={show} />;
  return (
    <span className="tabular-nums">
      <del className="text-secondary">{text(from) || 'none'}</del> <span aria-hidden>→</span> <ins className="font-semibold no-underline">{text(to) || 'none'}</ins>
    </span>
  );
}
