// Shows someone else's changes since the form was opened, field by field, and the choices where both changed a field.
import { useEffect, useId, useRef } from 'react';
import type { NameOf, Value } from '@/components/content/content-type';
import { fullDate } from '@/components/ui/time-ago';
import { actorName } from '@/lib/item-history';
import { shortTime } from '@/lib/short-time';
import { changedPassage, type Conflict } from './merge';
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
  nameOf: NameOf;
  onChoose: (field: string, choice: 'mine' | 'theirs') => void;
}

export function MeanwhilePanel({ meanwhile, noun, labels, nameOf, onChoose }: Props) {
  const { since, saved, taken, conflicts, asked } = meanwhile;
  const root = useRef<HTMLElement>(null);
  const heading = useId();
  const text = (field: string, value: Value) => nameOf(field, value) ?? textOf(value);
  const names = (fields: { field: string }[]) => fields.map(({ field }) => labels[field] ?? field).join(', ');

  // It is the first thing to read when it appears, and the open question when saving is tried.
  useEffect(() => {
    const open = asked > 0 ? root.current?.querySelector<HTMLElement>('fieldset[data-open] input') : null;
    (open ?? root.current)?.focus();
    root.current?.scrollIntoView({ block: 'nearest' });
  }, [asked]);

  return (
    <section ref={root} tabIndex={-1} aria-labelledby={heading} className="grid gap-5 border-l-[3px] border-accent bg-sunken px-4 py-4 outline-offset-2">
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
              <strong className="font-semibold text-primary">{saved.by.kind === 'admin' ? 'You' : actorName(saved.by)}</strong> saved it on <time dateTime={saved.at}>{fullDate(saved.at)}</time>,
            </>
          ) : (
            'It was saved'
          )}{' '}
          {when[since]} Your changes are still in the form.{' '}
          {conflicts.length > 0 ? `Choose which version to keep of ${names(conflicts)}, then save again.` : 'Review the changes, then save again.'}
        </p>
      </div>
      {conflicts.map((conflict) => (
        <Choice key={conflict.field} conflict={conflict} label={labels[conflict.field] ?? conflict.field} text={text} missing={asked > 0 && conflict.choice === null} onChoose={onChoose} />
      ))}
      {taken.length > 0 ? (
        <div>
          <h4 className="text-small font-semibold">Updated automatically (you hadn’t edited these)</h4>
          <dl className="mt-2 grid gap-2 text-small">
            {taken.map(({ field, was, theirs }) => (
              <div key={field} className="sm:grid sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-4">
                <dt className="text-muted">{labels[field] ?? field}</dt>
                <dd>
                  <Passage from={text(field, was)} to={text(field, theirs)} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ) : null}
    </section>
  );
}

interface ChoiceProps {
  conflict: Conflict;
  label: string;
  text: (field: string, value: Value) => string;
  missing: boolean;
  onChoose: Props['onChoose'];
}

function Choice({ conflict: { field, was, theirs, mine, choice }, label, text, missing, onChoose }: ChoiceProps) {
  const id = useId();
  const sides = [
    { side: 'mine' as const, name: 'Keep mine', value: mine },
    { side: 'theirs' as const, name: 'Use theirs', value: theirs },
  ];
  return (
    <fieldset data-open={choice === null ? true : undefined} aria-describedby={missing ? `${id}-error` : undefined} className="border-t border-rule-strong pt-3">
      <legend className="float-left w-full text-small font-semibold">{label}</legend>
      <div className="clear-both grid gap-3 pt-2 sm:grid-cols-2">
        {sides.map(({ side, name, value }) => (
          <label key={side} className="flex min-w-0 items-start gap-3 rounded-sm border border-control bg-raised p-3 has-checked:border-accent">
            <input
              type="radio"
              name={id}
              checked={choice === side}
              onChange={() => onChoose(field, side)}
              aria-labelledby={`${id}-${side}-name`}
              aria-describedby={`${id}-${side}`}
              aria-invalid={missing ? true : undefined}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 text-small">
              <span id={`${id}-${side}-name`} className="block font-semibold">
                {name}
              </span>
              <span id={`${id}-${side}`} className="mt-1 block max-h-60 overflow-y-auto text-secondary">
                <Passage from={text(field, was)} to={text(field, value)} />
              </span>
            </span>
          </label>
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

/** The passage in which a text changed, before and after. */
function Passage({ from, to }: { from: string; to: string }) {
  const { before, removed, added, after } = changedPassage(from, to);
  return (
    <span className="whitespace-pre-wrap">
      {before}
      {removed ? <del className="text-danger">{removed}</del> : null}
      {removed && added ? ' ' : null}
      {added ? <ins className="text-success decoration-1">{added}</ins> : null}
      {after}
    </span>
  );
}

function textOf(value: Value): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value === '' ? '(empty)' : value;
}
