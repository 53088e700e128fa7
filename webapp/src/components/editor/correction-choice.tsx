// The choice between the kinds of change that a question offers, with the note for readers.
import { useId } from 'react';
import { TextArea } from '@/components/ui/field';
import type { ChangeQuestion } from '@/lib/api-types';
import { choicesOf, whyNoTypo, type Answer } from './correction';

const texts = [
  { choice: 'correction', name: 'Correction', text: 'Something was wrong. Readers see what changed, and your note.' },
  { choice: 'update', name: 'Update', text: 'Something is different now. Readers see the date and what changed.' },
  { choice: 'typo', name: 'Typo', text: 'Nothing that matters to readers. Only the history lists it.' },
  { choice: 'none', name: 'No correction', text: 'Readers aren’t told about this change.' },
] as const;

interface Props {
  question: ChangeQuestion;
  answer: Answer;
  onAnswer: (answer: Answer) => void;
  /** What is wrong with it, once sending was tried. */
  problem: { at: 'choice' | 'note'; message: string } | null;
}

export function CorrectionChoice({ question, answer: { choice, note }, onAnswer, problem }: Props) {
  const id = useId();
  const offered = choicesOf(question);
  const noTypo = whyNoTypo(question);
  const missing = problem?.at === 'choice' ? problem.message : null;
  return (
    <div className="grid gap-4">
      <fieldset aria-describedby={missing ? `${id}-error` : undefined} className="grid min-w-0 gap-2">
        <legend className="sr-only">What kind of change is this?</legend>
        {texts
          .filter((one) => offered.includes(one.choice))
          .map(({ choice: name, name: label, text }) => (
            <label
              key={name}
              className="flex min-w-0 items-start gap-3 rounded-sm border border-control bg-raised p-3 has-checked:border-accent"
            >
              <input
                type="radio"
                name={id}
                checked={choice === name}
                onChange={() => onAnswer({ choice: name, note })}
                aria-labelledby={`${id}-${name}`}
                aria-describedby={`${id}-${name}-text`}
                aria-invalid={missing ? true : undefined}
                className="mt-1 size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 text-small">
                <span id={`${id}-${name}`} className="block font-semibold text-primary">
                  {label}
                </span>
                <span id={`${id}-${name}-text`} className="block text-secondary">
                  {text}
                </span>
              </span>
            </label>
          ))}
        {noTypo ? <p className="text-small text-muted">{noTypo}.</p> : null}
        {missing ? (
          <p id={`${id}-error`} role="alert" className="text-small text-danger">
            {missing}
          </p>
        ) : null}
      </fieldset>
      {choice === 'correction' || choice === 'update' ? (
        <TextArea
          label={choice === 'correction' ? 'What was wrong' : 'What is different now'}
          required={choice === 'correction'}
          rows={3}
          style={{ minHeight: '5.5rem' }}
          value={note}
          onChange={(e) => onAnswer({ choice, note: e.target.value })}
          error={problem?.at === 'note' ? problem.message : undefined}
          hint={
            choice === 'correction'
              ? 'Shown to readers on the page with the date and what changed. It cannot be removed later.'
              : 'Optional. Shown to readers on the page. It cannot be removed later.'
          }
        />
      ) : null}
    </div>
  );
}
