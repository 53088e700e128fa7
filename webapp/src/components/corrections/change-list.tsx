// What a change made of each field: the old value, struck through, and the new one.
import { MarkedWords } from '@/components/history/marked-words';
import { isFigure, nameOf, textOf, type Value } from './words';

/** Values that belong to a withheld version are undefined. */
interface Change {
  field: string;
  from?: Value;
  to?: Value;
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
      {ordered(changes).map((change) => (
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

/** The changes with figures first: they are what most readers look for. */
const ordered = (changes: readonly Change[]) => [...changes.filter(({ field }) => field === 'rating'), ...changes.filter(({ field }) => isFigure(field) && field !== 'rating'), ...changes.filter(({ field }) => !isFigure(field))];

function Changed({ field, from, to, most, show, valueName }: Change & Omit<Props, 'changes'>) {
  const text = (value: Value) => valueName?.(field, value) ?? textOf(field, value);
  if (from === undefined || to === undefined) return <Withheld from={from === undefined ? undefined : text(from) || 'none'} to={to === undefined ? undefined : text(to) || 'none'} />;
  if (/image/i.test(field)) return <span className="text-secondary">{!textOf(field, from) ? 'Added' : !textOf(field, to) ? 'Removed' : 'Replaced'}</span>;
  if (!isFigure(field) && typeof to !== 'number') return <MarkedWords old={text(from)} fresh={text(to)} most={most} show={show} />;
  return (
    <span className="tabular-nums">
      <del className="text-secondary">{text(from) || 'none'}</del> <span aria-hidden>→</span> <ins className="font-semibold no-underline">{text(to) || 'none'}</ins>
    </span>
  );
}

/** What is left of a change of which at least one side is withheld. */
function Withheld({ from, to }: { from: string | undefined; to: string | undefined }) {
  const hidden = <span className="text-muted italic">withheld</span>;
  if (from === undefined && to === undefined) return hidden;
  return (
    <>
      {from === undefined ? hidden : <del className="text-secondary">{from}</del>} <span aria-hidden>→</span> {to === undefined ? hidden : <ins className="no-underline">{to}</ins>}
    </>
  );
}
