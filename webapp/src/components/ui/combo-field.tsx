// A text field with a list to choose from, which is narrowed while one types. What isn't in the list can be typed, too.
import { clsx } from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type Ref } from 'react';

export interface ComboOption {
  value: string;
  /** What stands beside the value, and is searched as well. */
  label?: string;
}

interface Props {
  label: string;
  value: string;
  options: readonly ComboOption[];
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  hint?: string | undefined;
  required?: boolean | undefined;
  placeholder?: string;
  /** The label is for assistive technology only. */
  hideLabel?: boolean;
  /** Takes the focus when a form library asks for it. */
  ref?: Ref<HTMLInputElement>;
}

/** The most options that are shown at once: more are found by typing. */
const mostShown = 500;

export function ComboField({ label, value, options, onChange, onBlur, error, hint, required, placeholder, hideLabel = false, ref }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(false); // since the list opened: until then all options are shown
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLUListElement>(null);
  const shown = (typed ? found(options, value) : options).slice(0, mostShown);
  const expanded = open && shown.length > 0;

  useEffect(() => {
    if (expanded) list.current?.scrollIntoView({ block: 'nearest' });
  }, [expanded]);
  useEffect(() => {
    if (expanded && active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [expanded, active]);

  const show = () => {
    setTyped(false);
    setActive(options.findIndex((option) => option.value === value));
    setOpen(true);
  };
  const close = () => setOpen(false);
  const choose = (option: ComboOption) => {
    onChange(option.value);
    close();
  };
  const press = (e: KeyboardEvent) => {
    if (e.nativeEvent.isComposing) return;
    const chosen = shown[active];
    switch (e.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        e.preventDefault();
        if (!expanded) {
          show();
          return;
        }
        const by = e.key === 'ArrowDown' ? 1 : -1;
        setActive((active + by + shown.length) % shown.length || 0);
        return;
      }
      case 'Enter':
        if (!expanded) return;
        e.preventDefault(); // which would send the form
        if (chosen) choose(chosen);
        else close();
        return;
      case 'Escape':
        if (!expanded) return;
        e.preventDefault();
        e.stopPropagation();
        close();
        return;
    }
  };
  return (
    <div {...(expanded ? { 'data-own-escape': true } : {})}>
      <label htmlFor={id} data-required={required} className={hideLabel ? 'sr-only' : 'mb-1.5 block text-small font-semibold'}>
        {label}
      </label>
      <div className="relative">
        <input
          dir="auto"
          ref={ref}
          id={id}
          role="combobox"
          type="text"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required={required}
          value={value}
          placeholder={placeholder}
          aria-expanded={expanded}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={expanded && active >= 0 ? `${id}-${active}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
          onChange={(e) => {
            onChange(e.target.value);
            setTyped(true);
            setActive(-1);
            setOpen(true);
          }}
          onClick={() => (open ? undefined : show())}
          onKeyDown={press}
          onBlur={() => {
            close();
            onBlur?.();
          }}
          className={clsx(
            'h-control w-full rounded-sm border bg-raised pr-10 pl-3 text-base text-primary placeholder:text-muted',
            error ? 'border-danger' : 'border-control',
          )}
        />
        <ChevronDown
          aria-hidden
          strokeWidth={1.75}
          className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
        />
        <ul
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label="Suggestions"
          hidden={!expanded}
          onMouseDown={(e) => e.preventDefault()} // the field keeps the focus
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-64 overflow-y-auto rounded-sm border border-rule-strong bg-page py-1 shadow-raised"
        >
          {(expanded ? shown : []).map((option, i) => (
            <li
              key={`${option.value} ${i}`}
              id={`${id}-${i}`}
              role="option"
              aria-selected={option.value === value}
              onClick={() => choose(option)}
              onMouseMove={() => setActive(i)}
              className={clsx(
                'flex min-h-9 cursor-pointer items-center gap-2 px-3 py-1 text-small pointer-coarse:min-h-control',
                i === active && 'bg-sunken',
              )}
            >
              <span className="min-w-0 grow [overflow-wrap:anywhere]">
                {option.label ? <span className="mr-2">{option.label}</span> : null}
                <span className={option.label ? 'text-muted' : undefined}>{option.value}</span>
              </span>
              {option.value === value ? <Check aria-hidden strokeWidth={1.75} className="size-4 shrink-0 text-accent" /> : null}
            </li>
          ))}
        </ul>
      </div>
      {error || hint ? (
        <p id={`${id}-note`} role={error ? 'alert' : undefined} className={clsx('mt-1.5 text-small', error ? 'text-danger' : 'text-muted')}>
          {error ?? hint}
        </p>
      ) : null}
    </div>
  );
}

/** Returns the options that have all words of a text in them, those that begin with it first. */
function found(options: readonly ComboOption[], text: string): ComboOption[] {
  const plain = (words: string) => words.toLowerCase().replaceAll('_', ' ').trim();
  const words = plain(text).split(/\s+/);
  const hits = options.filter(({ value, label = '' }) => words.every((word) => plain(`${value} ${label}`).includes(word)));
  const begins = ({ value, label = '' }: ComboOption) => plain(value).startsWith(plain(text)) || plain(label).startsWith(plain(text));
  return [...hits.filter(begins), ...hits.filter((option) => !begins(option))];
}
