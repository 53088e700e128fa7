// Several pictures in order: from the library, uploaded, dropped or pasted. "Edit as text" shows the same value as the addresses that
// it consists of (spec section 5).
import { clsx } from 'clsx';
import { Images } from 'lucide-react';
import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { flushSync } from 'react-dom';
import { useController } from 'react-hook-form';
import type { EditorForm } from '@/components/content/form';
import { addressError, addressesOf, addressText } from '@/components/content/rules';
import { FileButton } from '@/components/media/file-button';
import { useFileTarget } from '@/components/media/file-target';
import { PicturePicker } from '@/components/media/picker';
import { addressName } from '@/components/media/picture-note';
import { UploadList } from '@/components/media/upload-list';
import { UploadOrder } from '@/components/media/upload-order';
import { useStoredPictures, type Known } from '@/components/media/use-stored-pictures';
import { Button } from '@/components/ui/button';
import { TextArea } from '@/components/ui/field';
import { keysOf, moved, placeOf } from './picture-order';
import { PictureRow } from './picture-row';
import { useFieldUploads } from './use-field-uploads';

interface Props {
  form: EditorForm;
  name: string;
  label: string;
  hint: string | undefined;
}

const loading: Known = { state: 'loading' };

export function PicturesField({ form, name, label, hint }: Props) {
  const id = useId();
  const {
    field: { ref: attach, value: given, onChange, onBlur },
    fieldState: { error },
  } = useController({ control: form.control, name });
  const [asText, setAsText] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<number | null>(null);
  const [mark, setMark] = useState<{ place: number; behind: boolean } | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const { queue, uploads } = useFieldUploads();
  const [order] = useState(() => new UploadOrder());
  const text = typeof given === 'string' ? given : '';
  const addresses = addressesOf(text);
  const keys = keysOf(addresses);
  const pictures = useStoredPictures(addresses);
  const knownOf = (address: string) => pictures.get(address) ?? loading;
  const nameOf = (address: string) => addressName(address, knownOf(address));

  const set = (now: readonly string[]) => onChange(addressText(now));
  // More may have been added since the last rendering.
  const latest = () => addressesOf(String(form.getValues(name)));
  const add = (more: readonly string[]) => set([...new Set([...latest(), ...more])]);
  const upload = (files: File[]) => {
    order.note(files);
    queue.add(files, {
      onStored: (picture, file) => {
        const before = latest();
        const place = order.place(
          before.map((url) => ({ url })),
          picture,
          file,
        );
        if (!before.includes(picture.url)) set(before.toSpliced(place, 0, picture.url));
        for (const { id, state } of queue.all()) if (state === 'done') queue.remove(id);
      },
    });
  };
  const target = useFileTarget(upload);

  const focusAction = (place: number, action: string) =>
    root.current?.querySelector<HTMLElement>(`[data-place="${place}"] [data-action="${action}"]`)?.focus();
  const focusChoose = () => root.current?.querySelector<HTMLElement>('[data-choose]')?.focus();
  const move = (from: number, to: number) => {
    if (from === to) return;
    const action = (document.activeElement as HTMLElement | null)?.dataset.action;
    flushSync(() => {
      set(moved(addresses, from, to));
      setSaid(`${nameOf(addresses[from] ?? '')} is now number ${to + 1} of ${addresses.length}.`);
    });
    if (action) focusAction(to, action); // an element that moves loses the focus
  };
  const remove = (place: number) => {
    flushSync(() => {
      set(addresses.filter((_, i) => i !== place));
      setSaid(`${nameOf(addresses[place] ?? '')} was removed.`);
    });
    if (addresses.length > 1) focusAction(Math.min(place, addresses.length - 2), 'remove');
    else focusChoose();
  };

  const rowUnder = (e: DragEvent): { place: number; behind: boolean } | null => {
    const row = e.target instanceof Element ? e.target.closest<HTMLElement>('[data-place]') : null;
    if (!row || !root.current?.contains(row)) return null;
    const { top, height } = row.getBoundingClientRect();
    return { place: Number(row.dataset.place), behind: e.clientY > top + height / 2 };
  };
  const endDrag = () => {
    setDragged(null);
    setMark(null);
  };

  // What is wrong, or missing, takes the focus.
  useEffect(
    () =>
      attach({
        focus: () => {
          const wanted = ['[data-wrong] [data-action=remove]', '[data-missing-alt]', 'textarea', '[data-choose]'].flatMap(
            (where) => root.current?.querySelector<HTMLElement>(where) ?? [],
          );
          wanted[0]?.focus();
        },
      }),
    [attach],
  );

  const show = () => {
    flushSync(() => setAsText(!asText));
    root.current?.querySelector<HTMLElement>(asText ? '[data-toggle]' : 'textarea')?.focus();
  };
  const toggle = (
    <button
      type="button"
      data-toggle
      className="min-h-6 text-small font-semibold text-link underline pointer-coarse:min-h-control"
      onClick={show}
    >
      {asText ? 'Show as images' : 'Edit as text'}
    </button>
  );
  if (asText) {
    return (
      <div ref={root}>
        <TextArea
          label={label}
          hint={`Image URLs, separated by commas. ${hint ?? ''}`.trim()}
          error={error?.message}
          value={text}
          rows={4}
          style={{ minHeight: '5.5rem' }}
          onChange={(e) => onChange(e.target.value)}
          onBlur={onBlur}
        />
        {toggle}
      </div>
    );
  }
  const ownErrors = addresses.some((address) => addressError(address));
  return (
    <div
      ref={root}
      role="group"
      aria-labelledby={`${id}-label`}
      data-pictures-field
      {...target.handlers}
      className={clsx(target.over && 'rounded-sm outline-2 outline-offset-4 outline-accent outline-dashed')}
    >
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
        <p id={`${id}-label`} className="text-small font-semibold">
          {label}
        </p>
        {toggle}
      </div>
      {addresses.length > 0 ? (
        <ol
          aria-label={label}
          className="mb-3 border-b border-rule"
          onDragOver={(e) => {
            if (dragged === null) return;
            e.preventDefault();
            setMark(rowUnder(e) ?? mark);
          }}
          onDrop={(e) => {
            if (dragged === null) return;
            e.preventDefault();
            const over = rowUnder(e) ?? mark;
            if (over) move(dragged, placeOf(dragged, over.place, over.behind));
            endDrag();
          }}
        >
          {addresses.map((address, place) => (
            <PictureRow
              key={keys[place]}
              {...{ address, place }}
              known={knownOf(address)}
              count={addresses.length}
              mark={mark?.place === place && dragged !== place ? (mark.behind ? 'behind' : 'before') : null}
              dragged={dragged === place}
              onDrag={(e) => {
                e.dataTransfer.effectAllowed = 'move';
                e.dataTransfer.setData('text/plain', address);
                setDragged(place);
              }}
              onDragEnd={endDrag}
              onMove={(to) => move(place, to)}
              onRemove={() => remove(place)}
            />
          ))}
        </ol>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button variant="plain" data-choose aria-label="Add images" onClick={() => setChoosing(true)}>
          <Images aria-hidden strokeWidth={1.75} className="size-4" />
          Add images
        </Button>
        <FileButton label="Upload images" multiple variant="plain" onFiles={upload}>
          Upload
        </FileButton>
      </div>
      <div className={uploads.length > 0 ? 'mt-2' : undefined}>
        <UploadList queue={queue} />
      </div>
      <p
        role={error && !ownErrors ? 'alert' : undefined}
        className={clsx('mt-1.5 text-small', error && !ownErrors ? 'text-danger' : 'text-muted')}
      >
        {error && !ownErrors ? error.message : hint}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      {choosing ? (
        <PicturePicker
          title={label}
          several
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => {
            setChoosing(false);
            add(chosen.map(({ url }) => url));
          }}
        />
      ) : null}
    </div>
  );
}
