// The changes of one revision, field by field, with added and removed words marked.
import type { ContentType, NameOf } from '@/components/content/content-type';
import { fullDate } from '@/components/ui/time-ago';
import type { FieldChange } from '@/lib/api-types';
import type { FieldValue } from '@/lib/item-history';
import { listText } from '@/lib/list-text';
import type { ContentItem } from '@/lib/content-calls';
import { MarkedWords } from './marked-words';

interface Props {
  changes: readonly FieldChange[];
  type: Pick<ContentType<ContentItem, object>, 'fields'>;
  nameOf: NameOf;
}

/** The names of what an item's editor has no field for. */
const otherLabels: Record<string, string> = { isDeleted: 'Deleted', withheldVersions: 'Withheld versions' };

export function RevisionChanges({ changes, type, nameOf }: Props) {
  if (changes.length === 0) return <p className="text-secondary">No visible changes.</p>;
  const isTime = (field: string) => type.fields[field]?.kind.control.as === 'moment';
  const text = (field: string, value: FieldValue) => nameOf(field, value) ?? (isTime(field) && typeof value === 'string' ? fullDate(value) : textOf(value));
  return (
    <dl className="grid gap-5">
      {changes.map(({ field, old, new: fresh }) => (
        <div key={field}>
          <dt className="text-small font-semibold">{type.fields[field]?.label ?? otherLabels[field] ?? field}</dt>
          <dd className="mt-1 text-small whitespace-pre-wrap">
            <MarkedWords old={text(field, old)} fresh={text(field, fresh)} whole={isTime(field) || (!isProse(old) && !isProse(fresh))} />
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
  return Array.isArray(value) ? listText(value) : String(value);
}
