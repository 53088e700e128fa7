// Marks a change to published content as a correction, with a note that stays on the page.
import { useController, useWatch } from 'react-hook-form';
import { Checkbox } from '@/components/ui/checkbox';
import { TextArea } from '@/components/ui/field';
import type { ContentType, Values } from '@/components/content/content-type';
import { markField, noteField, sameMeaning, type EditorForm } from '@/components/content/form';
import type { ContentItem } from '@/lib/content-calls';

type Correctable = Pick<ContentType<ContentItem, object>, 'fields' | 'correctable'>;

/** Reports whether saving would change published content. before is the form as it was loaded; nobody has seen a new item (null) or a draft. */
export const changesForReaders = (type: Correctable, item: ContentItem | null, before: Values, after: Values): boolean =>
  item?.isPublished === true && type.correctable.some((field) => !sameMeaning(type, field, before[field], after[field]));

interface Props {
  form: EditorForm;
  type: Correctable;
  /** Null for a new one. */
  item: ContentItem | null;
  /** The form as it was loaded. */
  before: Values;
}

export function CorrectionFields({ form, type, item, before }: Props) {
  const values = useWatch({ control: form.control }) as Values;
  const mark = useController({ control: form.control, name: markField }).field;
  if (!changesForReaders(type, item, before, values)) return null;
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
