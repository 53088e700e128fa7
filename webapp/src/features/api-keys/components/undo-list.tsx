// The items that a key changed, by kind, each with the effect of undoing on it and a box to choose it.
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { TimeAgo } from '@/components/ui/time-ago';
import { actorName, actionOf } from '@/lib/item-history';
import type { Compensation } from '@/lib/api-types';
import { canUndo, itemKinds, keyOf, titleOf } from './undo-words';

/** Rows shown at first, and with each press of the button: a key may have touched thousands. */
const shownAtOnce = 100;

interface Props {
  items: readonly Compensation[];
  isChosen: (item: Compensation) => boolean;
  onChoose: (items: readonly Compensation[], choice: boolean) => void;
}

export function UndoList({ items, ...rest }: Props) {
  return itemKinds.map((kind) => {
    const some = items.filter((item) => item.kind === kind);
    return some.length > 0 ? <Group key={kind} name={titleOf(kind)} items={some} {...rest} /> : null;
  });
}

function Group({ name, items, isChosen, onChoose }: Props & { name: string }) {
  const [shown, setShown] = useState(shownAtOnce);
  const heading = useId();
  const possible = items.filter(canUndo);
  const chosen = possible.filter(isChosen).length;
  const all = chosen > 0 && chosen === possible.length;
  return (
    <section aria-labelledby={heading} className="mt-6 first-of-type:mt-0">
      <h3 id={heading} className="border-b border-rule-strong pb-2 font-sans text-small font-semibold">
        <Checkbox
          checked={all || (chosen > 0 ? 'indeterminate' : false)}
          disabled={possible.length === 0}
          onChange={() => onChoose(possible, !all)}
          label={
            <>
              {name} <span className="font-normal text-muted tabular-nums">({items.length})</span>
            </>
          }
        />
      </h3>
      <ul className="divide-y divide-rule">
        {items.slice(0, shown).map((item) => (
          <Row key={keyOf(item)} item={item} chosen={isChosen(item)} onChoose={(choice) => onChoose([item], choice)} />
        ))}
      </ul>
      {items.length > shown ? (
        <div className="flex flex-wrap items-center gap-4 border-t border-rule pt-3">
          <Button variant="plain" size="small" onClick={() => setShown(shown + shownAtOnce)}>
            Show more
          </Button>
          <p className="text-small text-muted tabular-nums">{`${shown} of ${items.length}`}</p>
        </div>
      ) : null}
    </section>
  );
}

function Row({ item, chosen, onChoose }: { item: Compensation; chosen: boolean; onChoose: (choice: boolean) => void }) {
  const { title, did, last, words, changedSince } = item;
  return (
    <li className="py-2.5 text-small">
      <Checkbox checked={chosen} disabled={!canUndo(item)} onChange={onChoose} label={<span className="font-semibold">{title}</span>} />
      <p className="pl-8 text-secondary">
        {words} <span className="text-muted">· {did.map(actionOf).join(', ')} · </span>
        <TimeAgo iso={last} className="text-muted" />
      </p>
      {changedSince ? (
        <p className="pl-8 text-danger">
          Changed since by {actorName(changedSince.by)} · <TimeAgo iso={changedSince.at} />
        </p>
      ) : null}
    </li>
  );
}
