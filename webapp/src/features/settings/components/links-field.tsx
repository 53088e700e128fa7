// A list of links in order: each a label and an address. They are moved by dragging, or with buttons.
import { Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { flushSync } from 'react-dom';
import { useController } from 'react-hook-form';
import type { EditorForm } from '@/components/content/form';
import { moved, placeOf } from '@/components/editor/picture-order';
import { linkErrors, linksIn, type Destinations } from '@/components/settings/links';
import { Button } from '@/components/ui/button';
import type { SettingsLink } from '@/lib/api-types';
import type { SectionForm } from '../use-section-form';
import { useAddressChoices } from '../use-address-choices';
import { LinkRow } from './link-row';

interface Props {
  form: EditorForm;
  name: string;
  label: string;
  hint: string | undefined;
  /** How many there are at most. */
  most: number;
  to: Destinations;
  section: SectionForm;
}

export function LinksField({ form, name, label, hint, most, to, section }: Props) {
  const id = useId();
  const {
    field: { ref: attach, value, onChange },
    fieldState: { error },
  } = useController({ control: form.control, name });
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<number | null>(null);
  const [mark, setMark] = useState<{ place: number; behind: boolean } | null>(null);
  const root = useRef<HTMLFieldSetElement>(null);
  const addresses = useAddressChoices(to);
  const links = linksIn(String(value));
  const leftOut = 'leftOut' in section.base ? (section.base.leftOut ?? []) : [];
  const refused = section.refused(name);

  const set = (now: readonly SettingsLink[]) => onChange(JSON.stringify(now));
  const nameOf = (place: number) => links[place]?.label.trim() || `Link ${place + 1}`;
  const focus = (place: number, what: string) => root.current?.querySelector<HTMLElement>(`[data-place="${place}"] ${what}`)?.focus();
  const focusAdd = () => root.current?.querySelector<HTMLElement>('[data-add]')?.focus();

  const move = (from: number, by: number) => {
    if (by === 0) return;
    const action = (document.activeElement as HTMLElement | null)?.dataset.action;
    flushSync(() => {
      set(moved(links, from, from + by));
      setSaid(`${nameOf(from)} is now ${from + by + 1} of ${links.length}.`);
    });
    if (action) focus(from + by, `[data-action=${action}]`); // an element that moves loses the focus
  };
  const remove = (place: number) => {
    flushSync(() => {
      set(links.filter((_, i) => i !== place));
      setSaid(`${nameOf(place)} was removed.`);
    });
    if (links.length > 1) focus(Math.min(place, links.length - 2), '[data-action=remove]');
    else focusAdd();
  };
  const add = () => {
    flushSync(() => set([...links, { label: '', url: '' }]));
    focus(links.length, 'input');
  };

  const rowUnder = (e: DragEvent) => {
    const row = e.target instanceof Element ? e.target.closest<HTMLElement>('[data-place]') : null;
    if (!row || !root.current?.contains(row)) return null;
    const { top, height } = row.getBoundingClientRect();
    return { place: Number(row.dataset.place), behind: e.clientY > top + height / 2 };
  };
  const endDrag = () => {
    setDragged(null);
    setMark(null);
  };

  // What is wrong takes the focus.
  useEffect(() => {
    const first = (of: string) => root.current?.querySelector<HTMLElement>(of);
    attach({ focus: () => (first('[aria-invalid=true]') ?? first('input, [data-add]'))?.focus() });
  }, [attach]);

  const errorsOf = (link: SettingsLink, place: number): Partial<SettingsLink> => {
    const row = `${name}[${place}].`;
    const errors: Partial<Record<string, string>> = error ? linkErrors(link, to) : {};
    for (const { field, message } of refused) if (field.startsWith(row)) errors[field.slice(row.length)] = message;
    return errors;
  };
  return (
    <fieldset ref={root} aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend className="text-h5 font-serif">{label}</legend>
      {hint ? (
        <p id={`${id}-hint`} className="mt-1 text-small text-muted">
          {hint}
        </p>
      ) : null}
      {links.length > 0 ? (
        <ol
          aria-label={`${label}, in order`}
          className="mt-3 border-b border-rule"
          onDragOver={(e) => {
            if (dragged === null) return;
            e.preventDefault();
            setMark(rowUnder(e) ?? mark);
          }}
          onDrop={(e) => {
            if (dragged === null) return;
            e.preventDefault();
            const over = rowUnder(e) ?? mark;
            if (over) move(dragged, placeOf(dragged, over.place, over.behind) - dragged);
            endDrag();
          }}
        >
          {links.map((link, place) => (
            <LinkRow
              key={place}
              link={link}
              place={place}
              count={links.length}
              of={label}
              addresses={addresses}
              errors={errorsOf(link, place)}
              isLeftOut={leftOut.some((out) => out.url === link.url.trim())}
              mark={mark?.place === place && dragged !== place ? (mark.behind ? 'behind' : 'before') : null}
              isDragged={dragged === place}
              onChange={(to) => set(links.map((other, i) => (i === place ? { ...other, ...to } : other)))}
              onMove={(by) => move(place, by)}
              onRemove={() => remove(place)}
              onDrag={() => setDragged(place)}
              onDragEnd={endDrag}
            />
          ))}
        </ol>
      ) : (
        <p className="mt-3 text-small text-secondary">No links.</p>
      )}
      {error ? (
        <p role="alert" className="mt-2 text-small text-danger">
          {error.message}
        </p>
      ) : null}
      <Button data-add variant="plain" className="mt-3" aria-label={`Add link to ${label}`} disabled={links.length >= most} onClick={add}>
        <Plus aria-hidden strokeWidth={1.75} className="size-4" />
        Add link
      </Button>
      {links.length >= most ? <p className="mt-1.5 text-small text-muted">At most {most} links.</p> : null}
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  );
}
