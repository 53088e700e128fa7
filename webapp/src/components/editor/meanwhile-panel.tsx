// Shows someone else's changes since the form was opened, field by field, and the choices where both changed a field.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import type { Value } from '@/components/content/content-type';
import { ChangeList, Difference } from '@/components/corrections/change-list';
import { fullDate } from '@/components/ui/time-ago';
import { differencesQuery, type ValuePair } from '@/lib/differences';
import { actorName } from '@/lib/item-history';
import { shortTime } from '@/lib/short-time';
import type { Conflict } from './merge';
import type { Meanwhile } from './use-merging';

const when: Record<Meanwhile['since'], string> = {
  opening: 'while you were editing here.',
  elsewhere: 'while you were editing here.',
  draft: 'after your draft was saved.',
  copy: 'after this device kept your changes.',
};

interface Props {
  meanwhile: Meanwhile;
  noun: string;
  labels: Readonly<Record<string, string>>;
  /** Returns a form's value as its difference is shown. */
  stored: (field: string, value: Value) => unknown;
  onChoose: (field: string, choice: 'mine' | 'theirs') => void;
}

export function MeanwhilePanel({ meanwhile, noun, labels, stored, onChoose }: Props) {
  const { since, saved, taken, conflicts, asked } = meanwhile;
  const root = useRef<HTMLElement>(null);
  const heading = useId();
  const pair = (field: string, was: Value, is: Value): ValuePair => ({ field, old: stored(field, was), new: stored(field, is) });
  const pairs = [
    ...taken.map(({ field, was, theirs }) => pair(field, was, theirs)),
    ...conflicts.flatMap(({ field, was, mine, theirs }) => [pair(field, was, mine), pair(field, was, theirs)]),
  ];
  const { data: shown, isError } = useQuery(differencesQuery(pairs));
  const sides = (at: number): Record<Side, string | null | undefined> => {
    const html = (i: number) => (isError ? null : shown && (shown[i]?.html ?? ''));
    return { mine: html(taken.length + 2 * at), theirs: html(taken.length + 2 * at + 1) };
  };
  const names = (fields: { field: string }[]) => fields.map(({ field }) => labels[field] ?? field).join(', ');

  // It is the first thing to read when it appears, and the open question when saving is tried.
  useEffect(() => {
    const open = asked > 0 ? root.current?.querySelector<HTMLElement>('fieldset[data-open] input') : null;
    (open ?? root.current)?.focus();
    root.current?.scrollIntoView({ block: 'nearest' });
  }, [asked]);

  return (
    <section
      ref={root}
      tabIndex={-1}
      aria-labelledby={heading}
      className="grid gap-5 border-l-[3px] border-accent bg-sunken px-4 py-4 outline-offset-2"
    >
      <div>
        <h3 id={heading} className="text-h5">
          {since === 'copy' ? (
            'The draft has changed since'
          ) : since === 'elsewhere' ? (
            'This draft was also edited elsewhere'
          ) : saved?.by.kind === 'admin' ? (
            <>
              Saved in another tab at <time dateTime={saved.at}>{shortTime(new Date(saved.at))}</time>
            </>
          ) : (
            `Someone else saved this ${noun}`
          )}
        </h3>
        <p className="mt-1 text-small text-secondary">
          {saved ? (
            <>
              <strong className="font-semibold text-primary">{saved.by.kind === 'admin' ? 'You' : actorName(saved.by)}</strong> saved it on{' '}
              <time dateTime={saved.at}>{fullDate(saved.at)}</time>,
            </>
          ) : (
            'It was saved'
          )}{' '}
          {when[since]} Your changes are still in the form.{' '}
          {conflicts.length > 0
            ? `Choose which version to keep of ${names(conflicts)}, then save again.`
            : 'Review the changes, then save again.'}
        </p>
      </div>
      {isError ? (
        <p role="alert" className="text-small text-danger">
          What differs can’t be shown now. You can still choose.
        </p>
      ) : null}
      {conflicts.map((conflict, i) => (
        <Choice
          key={conflict.field}
          conflict={conflict}
          label={labels[conflict.field] ?? conflict.field}
          html={sides(i)}
          missing={asked > 0 && conflict.choice === null}
          onChoose={onChoose}
        />
      ))}
      {taken.length > 0 ? (
        <div>
          <h4 className="text-small font-semibold">Updated automatically (you hadn’t edited these)</h4>
          {shown ? (
            <ChangeList
              changes={shown.slice(0, taken.length).map((change) => ({ ...change, name: labels[change.field] ?? change.name }))}
            />
          ) : (
            <p className="mt-2 text-small text-muted">{names(taken)}</p>
          )}
        </div>
      ) : null}
    </section>
  );
}

type Side = 'mine' | 'theirs';

const sideNames: Record<Side, string> = { mine: 'Keep mine', theirs: 'Use theirs' };

interface ChoiceProps {
  conflict: Conflict;
  label: string;
  /** What each side changed: undefined until it is known, null if that fails. */
  html: Record<Side, string | null | undefined>;
  missing: boolean;
  onChoose: Props['onChoose'];
}

function Choice({ conflict: { field, choice }, label, html, missing, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <fieldset
      data-open={choice === null ? true : undefined}
      aria-describedby={missing ? `${id}-error` : undefined}
      className="border-t border-rule-strong pt-3"
    >
      <legend className="float-left w-full text-small font-semibold">{label}</legend>
      <div className="clear-both grid gap-3 pt-2 sm:grid-cols-2">
        {(['mine', 'theirs'] as const).map((side) => (
          <div key={side} className="min-w-0 rounded-sm border border-control bg-raised p-3 text-small has-checked:border-accent">
            <label className="flex items-start gap-3 font-semibold">
              <input
                type="radio"
                name={id}
                checked={choice === side}
                onChange={() => onChoose(field, side)}
                aria-describedby={`${id}-${side}`}
                aria-invalid={missing ? true : undefined}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              {sideNames[side]}
            </label>
            <div id={`${id}-${side}`} className="mt-2 max-h-60 overflow-y-auto empty:hidden">
              {html[side] === undefined ? (
                <span className="text-muted">Loading…</span>
              ) : html[side] === null ? null : (
                <Difference html={html[side]} />
              )}
            </div>
          </div>
        ))}
      </div>
      {missing ? (
        <p id={`${id}-error`} role="alert" className="mt-2 text-small text-danger">
          Choose a version
        </p>
      ) : null}
    </fieldset>
  );
}
