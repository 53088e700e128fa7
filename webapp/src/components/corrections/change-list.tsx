// What a change made of each field, as the server shows it (projections/difference).
import { framed } from '@/lib/framed';
import { isFigure } from './words';

interface Change {
  field: string;
  /** The field's name for readers. */
  name: string;
  /** What changed: safe HTML. Empty or absent if both values look the same. */
  html?: string | undefined;
}

export function ChangeList({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className="mt-3 grid gap-3 text-small">
      {ordered(changes).map(({ field, name, html }) => (
        <div key={field} className="min-w-0 sm:grid sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-4">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0">
            <Difference html={html} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What a change made of one field. */
export const Difference = ({ html }: Pick<Change, 'html'>) =>
  html ? (
    <div className="wrap-anywhere" dangerouslySetInnerHTML={{ __html: framed(html, ['table']) }} />
  ) : (
    <span className="text-muted">No visible change</span>
  );

/** The changes with figures first: they are what most readers look for. */
const ordered = (changes: readonly Change[]) => [
  ...changes.filter(({ field }) => field === 'rating'),
  ...changes.filter(({ field }) => isFigure(field) && field !== 'rating'),
  ...changes.filter(({ field }) => !isFigure(field)),
];
