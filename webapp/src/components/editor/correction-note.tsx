// Says in the side panel what a change of something published is to its readers, and lets it be marked. What matters most to
// them (score, verdict, price, product) is asked about when it is saved.
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { ContentType, Values } from '@/components/content/content-type';
import type { EditorForm } from '@/components/content/form';
import { Button } from '@/components/ui/button';
import type { ContentItem, Marking } from '@/lib/content-calls';
import { canBeMarked, hasToBeAsked } from './correction';
import { CorrectionQuestion } from './correction-question';

interface Props {
  form: EditorForm;
  type: Pick<ContentType<ContentItem, object>, 'fields' | 'correctable' | 'asksAbout'>;
  /** Null for a new one. */
  item: ContentItem | null;
  /** The form as it was loaded. */
  before: Values;
  marking: Marking | null;
  onMark: (marking: Marking) => void;
}

/** Returns what a marking is called. */
function nameOf(marking: Marking): string {
  if ('correction' in marking) return 'a correction';
  return 'update' in marking ? 'an update' : 'a typo';
}

export function CorrectionNote({ form, type, item, before, marking, onMark }: Props) {
  const [asking, setAsking] = useState(false);
  const values = useWatch({ control: form.control }) as Values;
  if (!canBeMarked(type, item, before, values)) return null;
  const asked = hasToBeAsked(type, item, before, values);
  return (
    <section aria-label="Readers" className="mt-6 grid justify-items-start gap-3 border-l-[3px] border-accent bg-sunken px-4 py-4 text-small">
      <p className="text-secondary">
        {marking
          ? `Readers have seen the earlier version. This change is marked as ${nameOf(marking)}.`
          : asked
            ? 'Readers have seen the earlier version. You’ll be asked what kind of change this is when you save it.'
            : 'Readers have seen the earlier version. They aren’t told about this change unless you mark it.'}
      </p>
      <Button variant="plain" size="small" onClick={() => setAsking(true)}>
        {marking ? 'Change' : 'Mark this change…'}
      </Button>
      {asking ? (
        <CorrectionQuestion
          confirm="Mark this change"
          onCancel={() => setAsking(false)}
          onAnswer={(answer) => {
            onMark(answer);
            setAsking(false);
          }}
        />
      ) : null}
    </section>
  );
}
