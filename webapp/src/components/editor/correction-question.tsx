// Asks, once, what a change of something published is to its readers, and shows what differs.
import { useState } from 'react';
import { ChangeList } from '@/components/corrections/change-list';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import type { ChangeQuestion } from '@/lib/api-types';
import type { Marking } from '@/lib/content-calls';
import { choicesOf, markingOf, noAnswer, problemWith, type Answer } from './correction';
import { CorrectionChoice } from './correction-choice';

interface Props {
  question: ChangeQuestion;
  /** The answer to the question before, if saving failed; null: there was none. */
  before?: Answer | null;
  /** The button that goes on: 'Update Review'. */
  confirm: string;
  onCancel: () => void;
  onAnswer: (marking: Marking, answer: Answer) => void;
}

export function CorrectionQuestion({ question, before = null, confirm, onCancel, onAnswer }: Props) {
  const [answer, setAnswer] = useState<Answer>(before?.choice && choicesOf(question).includes(before.choice) ? before : noAnswer);
  const [tried, setTried] = useState(false);
  const problem = problemWith(answer);
  const go = () => {
    setTried(true);
    if (!problem) onAnswer(markingOf(answer), answer);
  };
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title="What kind of change is this?"
      description="Readers have seen the earlier version."
      footer={
        <>
          <Button variant="plain" onClick={onCancel}>
            Cancel
          </Button>
          <Button onClick={go}>{confirm}</Button>
        </>
      }
    >
      <section aria-label="What changes" className="mb-5 max-h-72 overflow-y-auto border-y border-rule pb-3" tabIndex={0}>
        <ChangeList changes={question.changes} />
      </section>
      <CorrectionChoice question={question} answer={answer} onAnswer={setAnswer} problem={tried ? problem : null} />
    </Dialog>
  );
}
