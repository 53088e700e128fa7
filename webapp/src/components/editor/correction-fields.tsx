// Where a change of what readers have seen is marked as a correction, with a note that stands on the page for good.
import { useController, useWatch } from 'react-hook-form';
import { Checkbox } from '@/components/ui/checkbox';
import { TextArea } from '@/components/ui/field';
import type { ContentItem } from '@/lib/content-calls';
import { markField, noteField, sameMeaning, type EditorForm, type EditorKind, type Values } from './kind';

/** Which part of a kind says what can be corrected. */
type Correctable = Pick<EditorKind<ContentItem, object>, 'meaningOf' | 'correctable'>;

/** Reports whether saving would change what readers have seen. before is the form of the item as it was loaded; a new one, null, and a draft are seen by nobody. */
export const changesForReaders = (kind: Correctable, item: ContentItem | null, before: Values, after: Values): boolean =>
  item?.isPublished === true && kind.correctable.some((field) => !sameMeaning(kind, field, before[field], after[field]));

interface Props {
  form: EditorForm;
  kind: Correctable;
  /** Null for a new one. */
  item: ContentItem | null;
  /** The form as it was loaded. */
  before: Values;
}

export function CorrectionFields({ form, kind, item, before }: Props) {
  const values = useWatch({ control: form.control }) as Values;
  const mark = useController({ control: form.control, name: markField }).field;
  if (!changesForReaders(kind, item, before, values)) return null;
  const { ref, ...note } = form.register(noteField);
  return (
    <section aria-label="Correction" className="grid gap-4 border-l-[3px] border-accent bg-sunken px-4 py-4">
      <Checkbox checked={mark.value === true} onChange={mark.onChange} label="Mark as a correction" />
      {mark.value === true ? (
        <TextArea
          ref={ref}
          {...note}
          label="What was wrong"
          required
          rows={3}
          style={{ minHeight: '5.5rem' }}
          error={form.formState.errors[noteField]?.message}
          hint="Shown to readers on the page with the date and what changed. It cannot be removed later."
        />
      ) : (
        <p className="text-small text-muted">This text is already published. Mark the change as a correction to show readers a note on the page and in the corrections feed.</p>
      )}
    </section>
  );
}
