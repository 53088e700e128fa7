// Asks, once, what a change of something published is to its readers.
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import type { Marking } from '@/lib/content-calls';
import { markingOf, noAnswer, problemWith, type Answer } from './correction';
import { CorrectionChoice } from './correction-choice';

interface Props {
  /** The button that goes on: 'Update Review'. */
  confirm: string;
  onCancel: () => void;
  onAnswer: (marking: Marking) => void;
}

export function CorrectionQuestion({ confirm, onCancel, onAnswer }: Props) {
  const [answer, setAnswer] = useState<Answer>(noAnswer);
  const [tried, setTried] = useState(false);
  const problem = problemWith(answer);
  const go = () => {
    setTried(true);
    if (!problem) onAnswer(markingOf(answer));
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
      <CorrectionChoice answer={answer} onAnswer={setAnswer} problem={tried ? problem : null} />
    </Dialog>
  );
}
