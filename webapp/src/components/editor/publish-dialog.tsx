// Publishing on purpose: what is there and what is missing, and when it is to go live. Nothing but the rules of the fields
// prevents it.
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Choices, ContentType, Values } from '@/components/content/content-type';
import type { EditorForm } from '@/components/content/form';
import { useStoredPictures } from '@/components/media/use-stored-pictures';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { momentOf } from '@/components/content/local-time';
import type { ChangeQuestion } from '@/lib/api-types';
import type { ContentItem } from '@/lib/content-calls';
import { FieldControl } from './field-control';
import { ReaderChanges } from './reader-changes';
import { checklist, linksOf, obstacles, picturesOf } from './publish-checklist';
import { useSiteLinks } from './use-site-links';

const link = 'font-semibold text-link underline pointer-coarse:min-h-control';

/** The fields that say when an item appears and goes. */
const times = ['publishAt', 'unpublishAt'];

interface Props {
  form: EditorForm;
  type: Pick<ContentType<ContentItem, object>, 'fields' | 'checks' | 'fixed' | 'noun'>;
  choices: Choices;
  /** Null for a new one. */
  item: ContentItem | null;
  /** Readers see nothing new after publishing. */
  unchanged: boolean;
  /** Returns what differs from what readers see, or saw last; null for a new item. */
  compare: (() => Promise<ChangeQuestion>) | null;
  onClose: () => void;
  /** Shows a field in the editor, and a place in its text. */
  onShow: (field: string, at?: number) => void;
  /** Saves the form, with the item published, or it or its changes scheduled. */
  onPublish: () => void;
}

export function PublishDialog({ form, type, choices, item, unchanged, compare, onClose, onShow, onPublish }: Props) {
  const values = useWatch({ control: form.control }) as Values;
  const isNew = item === null;
  const wrong = obstacles(type, values, isNew);
  const library = useStoredPictures(picturesOf(type, values).map(({ address }) => address));
  const siteLinks = useSiteLinks(
    linksOf(type, values).map(({ link }) => link),
    String(values.content ?? ''),
  );
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const checks = checklist(type, values, { isNew, choices, library, siteLinks }).map((check) =>
    check.confirm && confirmed.includes(check.name) ? { ...check, state: 'done' as const } : check,
  );
  const scheduled = String(values.publishAt ?? '') !== '';
  const missing = checks.filter(({ state }) => state === 'missing').length;
  const publish = () => {
    // The times are fields of this dialog.
    const untimely = [...wrong.filter(({ field }) => times.includes(field)), ...past(type, values)];
    if (untimely.length > 0 && wrong.every(({ field }) => times.includes(field))) {
      for (const { field, message } of untimely) form.setError(field, { type: 'publish', message });
      form.setFocus(untimely[0]?.field ?? '');
      return;
    }
    const [first] = wrong;
    if (first) {
      for (const { field, message } of wrong) form.setError(field, { type: 'publish', message });
      onShow(first.field);
      return;
    }
    if (!scheduled) form.setValue('isPublished', true, { shouldDirty: true });
    onPublish();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={item?.isPublished ? 'Publish changes' : `Publish this ${type.noun}`}
      description={describe({ wrong: wrong.length > 0, unchanged: unchanged && !scheduled, missing: missing > 0 })}
      footer={
        <>
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={publish}>{scheduled ? 'Schedule' : item?.isPublished ? 'Publish changes' : 'Publish now'}</Button>
        </>
      }
    >
      {wrong.length > 0 ? (
        <section aria-label="Needed before publishing" className="mb-5 border-l-[3px] border-danger pl-4">
          <h3 className="font-sans text-small font-semibold">Needed before publishing</h3>
          <ul className="mt-1">
            {wrong.map(({ field, message }) => (
              <li key={field}>
                <button
                  type="button"
                  className="min-h-6 text-left text-small text-danger underline pointer-coarse:min-h-control"
                  onClick={() => onShow(field)}
                >
                  {message}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <ul aria-label="Checklist" className="border-b border-rule">
        {checks.map(({ name, field, where, at, state, text, confirm }) => (
          <li key={`${name} ${field}`} className="flex items-start gap-3 pointer-coarse:items-center border-t border-rule py-2 text-small">
            {state === 'done' ? (
              <CircleCheck role="img" aria-label="Done" strokeWidth={1.75} className="mt-0.5 size-4.5 shrink-0 text-success" />
            ) : (
              <CircleAlert role="img" aria-label="Missing" strokeWidth={1.75} className="mt-0.5 size-4.5 shrink-0 text-accent" />
            )}
            <span className="w-20 shrink-0 font-semibold">{name}</span>
            <span className="min-w-0 grow text-secondary">{text}</span>
            {state === 'missing' ? (
              <span className="flex shrink-0 gap-4">
                {confirm ? (
                  <button type="button" aria-label={`Confirm ${name}`} className={link} onClick={() => setConfirmed([...confirmed, name])}>
                    Confirm
                  </button>
                ) : null}
                <button
                  type="button"
                  aria-label={where ? `Show ${name}: ${where}` : `Show ${name}`}
                  className={link}
                  onClick={() => onShow(field, at)}
                >
                  Show
                </button>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {wrong.length > 0 || unchanged ? null : (
        <ReaderChanges noun={type.noun} ask={compare} isPublished={item?.isPublished === true} isFeatured={values.isFeatured === true} />
      )}
      {item && type.fixed?.is(item) ? null : (
        <fieldset className="mt-5 grid min-w-0 gap-4 sm:grid-cols-2">
          <legend className="mb-2 text-small font-semibold">Schedule (optional)</legend>
          {times.map((name) => {
            const field = type.fields[name];
            return field ? <FieldControl key={name} form={form} name={name} field={field} required={false} options={[]} /> : null;
          })}
        </fieldset>
      )}
    </Dialog>
  );
}

/** Returns the errors of times that are over. */
function past({ fields }: Pick<Props['type'], 'fields'>, values: Values): { field: string; message: string }[] {
  return times.flatMap((field) => {
    const at = momentOf(String(values[field] ?? ''));
    return at !== null && Date.parse(at) <= Date.now()
      ? [{ field, message: `${fields[field]?.label ?? field} must be in the future` }]
      : [];
  });
}

/** Returns the sentence below the title. */
function describe({ wrong, unchanged, missing }: { wrong: boolean; unchanged: boolean; missing: boolean }): string {
  if (wrong) return 'Some fields have to be filled in first.';
  if (unchanged) return 'No changes to publish.';
  return missing ? 'Ready to publish. You may want to fix these first.' : 'Ready to publish.';
}
