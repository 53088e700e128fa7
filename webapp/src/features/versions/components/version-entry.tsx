// One published version in the list: when and why, its score, and what changed.
import { Changes } from '@/components/corrections/changes';
import type { CorrectedField, Version, VersionChange } from '@/lib/api-types';
import { formatDate, formatRating } from '@/lib/format';

const types: Record<Version['type'], string> = { published: 'Published', correction: 'Corrected', update: 'Updated', typo: 'Typo corrected', minor: 'Minor edit' };

/** A list as a text of lines, which is how texts are compared. */
const asText = (value: VersionChange['to'] | undefined) => (Array.isArray(value) ? value.join('\n') : value);

function asCorrected({ field, from, to }: VersionChange): CorrectedField {
  return { field, to: asText(to), ...(from === undefined ? {} : { from: asText(from) }) };
}

export function VersionEntry({ version: { revision, at, type, note, title, rating, changes, isCurrent, withheld } }: { version: Version }) {
  return (
    <li id={`version-${revision}`} className="py-6">
      <p className="text-small text-muted">
        {types[type]} <time dateTime={at}>{formatDate(at)}</time>
        {isCurrent ? ' · Current version' : null}
      </p>
      {withheld ? (
        <p className="mt-2">
          Withheld since <time dateTime={withheld.at}>{formatDate(withheld.at)}</time>: {withheld.reason}
        </p>
      ) : (
        <>
          <h2 className="mt-1 text-h5 wrap-anywhere">{title}</h2>
          {rating === null ? null : <p className="mt-1 text-small tabular-nums">Score {formatRating(rating)}</p>}
          {note ? <p className="mt-2 whitespace-pre-line wrap-anywhere">{note}</p> : null}
          <Changes changes={changes.map(asCorrected)} />
        </>
      )}
    </li>
  );
}
