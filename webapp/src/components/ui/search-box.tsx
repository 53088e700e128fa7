// The search box: submits trimmed text that is not empty, and can be cleared. Where it is live, it also searches after
// a short pause in typing.
import { Search, X } from 'lucide-react';
import { useEffect, useState, type SyntheticEvent } from 'react';
import { Button } from './button';

interface Props {
  label: string;
  /** The current search; a new value replaces the field's text. */
  value?: string;
  onSearch: (term: string) => void;
  onClear?: () => void;
  /** What else the form sends where no script does. */
  kept?: Record<string, string>;
  /** Told what stands in the box after a pause in typing, trimmed; '' when nothing is left. */
  onPause?: (term: string) => void;
}

/** How long a pause in typing is, in milliseconds. */
const pause = 250;

export function SearchBox({ label, value = '', onSearch, onClear, onPause, kept = {} }: Props) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // The box's own last search. When it arrives as `value`, the text that was typed since stays.
  const [asked, setAsked] = useState<string | null>(null);
  if (shown !== value) {
    setShown(value);
    setAsked(null);
    if (value !== asked) setText(value);
  }
  const term = text.trim();
  useEffect(() => {
    if (!onPause || term === value || asked === term) return;
    const timer = setTimeout(() => {
      setAsked(term);
      onPause(term);
    }, pause);
    return () => clearTimeout(timer);
  }, [onPause, term, value, asked]);
  const submit = (e: SyntheticEvent) => {
    e.preventDefault();
    if (term !== '') onSearch(term);
  };
  return (
    <form role="search" onSubmit={submit} action="/reviews" className="flex w-full max-w-xl gap-2">
      <div className="relative grow">
        <Search aria-hidden strokeWidth={1.75} className="absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted" />
        <input
          type="search"
          name="search"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          value={text}
          onChange={(e) => setText(e.target.value)}
          className="h-12 w-full rounded-sm border border-control bg-raised pr-11 pl-10 text-base placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
        />
        {text === '' ? null : (
          <button
            type="button"
            data-needs-script
            aria-label="Clear search"
            onClick={() => {
              setText('');
              onClear?.();
            }}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center text-muted hover:text-primary"
          >
            <X aria-hidden strokeWidth={1.75} className="size-5" />
          </button>
        )}
      </div>
      {Object.entries(kept).map(([name, kept]) => (
        <input key={name} type="hidden" name={name} value={kept} />
      ))}
      <Button type="submit" className="min-h-12">
        Search
      </Button>
    </form>
  );
}
