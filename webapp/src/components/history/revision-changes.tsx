// What one revision changed, field by field, with the words marked that came and went: struck through and underlined,
// so that nobody needs colours to tell them apart.
import type { FieldChange, FieldValue } from '@/lib/item-history';
import { diffWords, shortened } from './word-diff';

interface Props {
  changes: readonly FieldChange[];
  labels: Readonly<Record<string, string>>;
  nameOf?: ((field: string, value: FieldValue) => string | undefined) | undefined;
}

export function RevisionChanges({ changes, labels, nameOf }: Props) {
  if (changes.length === 0) return <p className="text-secondary">Nothing that is shown here.</p>;
  const text = (field: string, value: FieldValue) => nameOf?.(field, value) ?? textOf(value);
  return (
    <dl className="grid gap-5">
      {changes.map(({ field, old, new: fresh }) => (
        <div key={field}>
          <dt className="text-small font-semibold">{labels[field] ?? (field === 'isDeleted' ? 'Deleted' : field)}</dt>
          <dd className="mt-1 text-small whitespace-pre-wrap">
            <Difference old={text(field, old)} fresh={text(field, fresh)} whole={!isProse(old) && !isProse(fresh)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** whole: the values are no prose, so that one takes the place of the other. */
function Difference({ old, fresh, whole }: { old: string; fresh: string; whole: boolean }) {
  if (whole || old === '' || fresh === '') {
    return (
      <>
        {old === '' ? null : <Old text={old} />}
        {old && fresh ? ' ' : null}
        {fresh === '' ? <span className="text-muted">{old ? ' (empty)' : ''}</span> : <Fresh text={fresh} />}
      </>
    );
  }
  return shortened(diffWords(old, fresh)).map(({ kind, text }, i) => (kind === 'same' ? <span key={i}>{text}</span> : kind === 'old' ? <Old key={i} text={text} /> : <Fresh key={i} text={text} />));
}

const Old = ({ text }: { text: string }) => <del className="text-danger">{text}</del>;
const Fresh = ({ text }: { text: string }) => <ins className="text-success decoration-1 [del+&]:ml-1">{text}</ins>;

const isProse = (value: FieldValue) => typeof value === 'string' || Array.isArray(value);

function textOf(value: FieldValue): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return Array.isArray(value) ? value.join('\n') : String(value);
}
