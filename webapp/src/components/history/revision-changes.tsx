// What one revision changed, field by field, with the words marked that came and went.
import { fullDate } from '@/components/ui/time-ago';
import type { FieldChange } from '@/lib/api-types';
import type { FieldValue } from '@/lib/item-history';
import { MarkedWords } from './marked-words';

interface Props {
  changes: readonly FieldChange[];
  labels: Readonly<Record<string, string>>;
  nameOf?: ((field: string, value: FieldValue) => string | undefined) | undefined;
}

/** Fields that hold a moment. */
const times = new Set(['publishAt', 'unpublishAt']);

export function RevisionChanges({ changes, labels, nameOf }: Props) {
  if (changes.length === 0) return <p className="text-secondary">No visible changes.</p>;
  const text = (field: string, value: FieldValue) => nameOf?.(field, value) ?? (times.has(field) && typeof value === 'string' ? fullDate(value) : textOf(value));
  return (
    <dl className="grid gap-5">
      {changes.map(({ field, old, new: fresh }) => (
        <div key={field}>
          <dt className="text-small font-semibold">{labels[field] ?? (field === 'isDeleted' ? 'Deleted' : field)}</dt>
          <dd className="mt-1 text-small whitespace-pre-wrap">
            <MarkedWords old={text(field, old)} fresh={text(field, fresh)} whole={times.has(field) || (!isProse(old) && !isProse(fresh))} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isProse = (value: FieldValue) => typeof value === 'string' || Array.isArray(value);

function textOf(value: FieldValue): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return Array.isArray(value) ? value.join('\n') : String(value);
}
