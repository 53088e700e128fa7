// A list of points, one a line, in one text field. The bullets are drawn beside the text, never typed into it; each is the handle that its
// line is dragged by. A copy of the text lies invisibly over the field: it is as high as the text, and knows where each line begins.
import { clsx } from 'clsx';
import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent, type PointerEvent } from 'react';
import { useController } from 'react-hook-form';
import { bareLines, pastedPoints, withLineMoved } from '@/components/content/bullets';
import type { EditorForm } from '@/components/content/form';

interface Props {
  form: EditorForm;
  name: string;
  label: string;
  required: boolean;
}

/** Shared by the field and the copy of its text, so that both break their lines alike. */
const look =
  'col-start-1 row-start-1 min-w-0 px-0 py-2 ps-8 pe-3 text-base leading-6 whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext]';

export function BulletsField({ form, name, label, required }: Props) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const copy = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const [said, setSaid] = useState('');
  const {
    field: { value, onChange, onBlur, ref },
    fieldState: { error },
  } = useController({ control: form.control, name });
  const text = String(value);
  const lines = text.split('\n');

  const move = (from: number, to: number, column = 0) => {
    if (!area.current || from === to || to < 0 || to >= lines.length) return;
    replace(area.current, 0, text.length, withLineMoved(text, from, to));
    const start = area.current.value.split('\n').slice(0, to).join('\n').length + (to > 0 ? 1 : 0);
    area.current.setSelectionRange(start + column, start + column);
    setSaid(`Line ${to + 1} of ${lines.length}: ${lines[from]}`);
  };
  const press = (e: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!e.altKey || e.ctrlKey || e.metaKey || (e.key !== 'ArrowUp' && e.key !== 'ArrowDown')) return;
    e.preventDefault();
    const before = text.slice(0, e.currentTarget.selectionStart).split('\n');
    const at = before.length - 1;
    move(at, e.key === 'ArrowUp' ? at - 1 : at + 1, before.at(-1)?.length);
  };
  const paste = (e: ClipboardEvent<HTMLTextAreaElement>) => {
    const given = e.clipboardData.getData('text/plain');
    const points = pastedPoints(given);
    if (points === given) return;
    e.preventDefault();
    replace(e.currentTarget, e.currentTarget.selectionStart, e.currentTarget.selectionEnd, points);
  };
  const tidy = () => {
    const points = bareLines(text).join('\n');
    if (points !== text) onChange(points);
    onBlur();
  };
  const drop = () => {
    if (drag) move(drag.from, drag.to);
    setDrag(null);
  };
  const dragged = (e: PointerEvent) => {
    if (!drag || !copy.current) return;
    const boxes = Array.from(copy.current.children, (line) => line.getBoundingClientRect());
    const under = boxes.findIndex(({ bottom }) => e.clientY < bottom);
    setDrag({ ...drag, to: under < 0 ? boxes.length - 1 : under });
  };

  return (
    <div>
      <label htmlFor={id} data-required={required} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      <div
        className={clsx(
          'relative grid rounded-sm border bg-raised has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ring',
          error ? 'border-danger' : 'border-control',
        )}
      >
        <textarea
          id={id}
          name={name}
          ref={(field) => {
            area.current = field;
            ref(field);
          }}
          dir="auto"
          rows={4}
          value={text}
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onChange={(e) => onChange(e.target.value)}
          onKeyDown={press}
          onPaste={paste}
          onBlur={tidy}
          className={clsx(look, 'block w-full resize-none overflow-hidden bg-transparent text-primary outline-none')}
        />
        <div ref={copy} aria-hidden dir="auto" className={clsx(look, 'pointer-events-none text-transparent select-none')}>
          {lines.map((line, i) => (
            <div
              key={i}
              className={clsx(
                'relative [unicode-bidi:plaintext]',
                drag && drag.from === i && 'bg-accent/10',
                drag && drag.to === i && drag.from > i && 'shadow-[0_-2px_0_var(--accent)]',
                drag && drag.to === i && drag.from < i && 'shadow-[0_2px_0_var(--accent)]',
              )}
            >
              {line.trim() === '' ? null : (
                <span
                  data-bullet
                  title="Drag to move"
                  onPointerDown={(e) => {
                    if (e.button !== 0) return;
                    e.preventDefault(); // the text keeps its focus and selection
                    e.currentTarget.setPointerCapture(e.pointerId);
                    setDrag({ from: i, to: i });
                  }}
                  onPointerMove={dragged}
                  onPointerUp={drop}
                  onPointerCancel={() => setDrag(null)}
                  className={clsx(
                    'pointer-events-auto absolute -start-8 top-0 flex h-6 w-8 touch-none items-center justify-center text-secondary',
                    drag ? 'cursor-grabbing' : 'cursor-grab',
                  )}
                >
                  •
                </span>
              )}
              {line === '' ? '\u200b' : line}
            </div>
          ))}
        </div>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small text-danger">
          {error.message}
        </p>
      ) : null}
    </div>
  );
}

/** Replaces a part of a field's text as typing would, so that the browser can undo it. */
function replace(area: HTMLTextAreaElement, from: number, to: number, text: string) {
  area.focus();
  area.setSelectionRange(from, to);
  // The only way that the browser's undo knows; where it is missing, the text is set.
  const command = (document as { execCommand?: (name: string, ui: boolean, text: string) => boolean }).execCommand;
  if (command?.call(document, text === '' ? 'delete' : 'insertText', false, text)) return;
  area.setRangeText(text, from, to, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
