// A colour: chosen, or typed; and what it becomes in each theme.
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useController } from 'react-hook-form';
import type { EditorForm } from '@/components/content/form';
import { Button } from '@/components/ui/button';
import { accentsOf, contrastIn, type Theme } from '@/lib/accent';
import { isColour } from '../accent-look';

interface Props {
  form: EditorForm;
  name: string;
  label: string;
  hint: string | undefined;
}

const themes: readonly { theme: Theme; name: string }[] = [
  { theme: 'light', name: 'Light theme' },
  { theme: 'dark', name: 'Dark theme' },
];

const control = 'h-control w-32 min-w-0 rounded-sm border bg-raised px-3 text-base text-primary placeholder:text-muted';

/** What the browser's chooser begins with: the accent of the light theme. */
const standard = '#0b58a8';

export function ColourField({ form, name, label, hint }: Props) {
  const id = useId();
  const {
    field: { ref: attach, value: given, onChange, onBlur },
    fieldState: { error },
  } = useController({ control: form.control, name });
  const text = useRef<HTMLInputElement>(null);
  const value = String(given).trim().toLowerCase();
  const accents = isColour(value) ? accentsOf(value) : null;
  useEffect(() => attach({ focus: () => text.current?.focus() }), [attach]);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          type="color"
          aria-label={`${label}: choose a colour`}
          value={isColour(value) ? value : standard}
          onChange={(e) => onChange(e.target.value)}
          className="h-control w-14 shrink-0 cursor-pointer rounded-sm border border-control bg-raised p-1"
        />
        <input
          ref={text}
          id={id}
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder="#1d6b4f"
          value={String(given)}
          onChange={(e) => onChange(e.target.value)}
          onBlur={onBlur}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          className={clsx(control, error ? 'border-danger' : 'border-control')}
        />
        {value === '' ? null : (
          <Button
            variant="quiet"
            shape="icon"
            aria-label={`Clear ${label}`}
            onClick={() => {
              onChange('');
              text.current?.focus();
            }}
          >
            <X aria-hidden strokeWidth={1.75} className="size-4" />
          </Button>
        )}
      </div>
      <p id={`${id}-note`} role={error ? 'alert' : undefined} className={clsx('mt-1.5 text-small', error ? 'text-danger' : 'text-muted')}>
        {error?.message ?? hint}
      </p>
      {accents ? (
        <ul className="mt-2 flex flex-wrap gap-2">
          {themes.map(({ theme, name: of }) => (
            <li key={theme} className={`${theme} rounded-sm border border-rule bg-page px-3 py-2 text-small`}>
              <span aria-hidden className="mr-2 inline-block size-3.5 rounded-full align-[-0.1em]" style={{ background: accents[theme] }} />
              <span className="font-semibold" style={{ color: accents[theme] }}>
                {of}
              </span>
              <span className="ml-2 text-secondary tabular-nums">
                {accents[theme]}, contrast {contrastIn(theme, accents[theme])}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
