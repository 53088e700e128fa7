// The search box: submits trimmed text that is not empty, and can be cleared.
import { Search, X } from 'lucide-react';
import { useId, useState, type SyntheticEvent } from 'react';
import type { Typing } from '@/hooks/use-typing';
import { isTooLong, searchPattern } from '@/lib/search-limit';
import { Button } from './button';
import { SearchError } from './search-error';

interface Props {
  label: string;
  /** The text and what changes it, where the page has it (hooks/use-typing.ts); without it, it is the box's own. */
  typing?: Pick<Typing, 'text' | 'setText'>;
  onSearch: (term: string) => void;
  onClear?: () => void;
}

export function SearchBox({ label, typing, onSearch, onClear }: Props) {
  const [own, setOwn] = useState('');
  const { text, setText } = typing ?? { text: own, setText: setOwn };
  const term = text.trim();
  const wrong = isTooLong(term);
  const id = useId();
  const submit = (e: SyntheticEvent) => {
    e.preventDefault();
    if (term !== '' && !wrong) onSearch(term);
  };
  return (
    <form role="search" onSubmit={submit} action="/reviews" noValidate={wrong} className="w-full max-w-xl">
      <div className="flex gap-2">
        <div className="relative min-w-0 grow">
          <Search aria-hidden strokeWidth={1.75} className="absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted" />
          <input
            dir="auto"
            type="search"
            name="search"
            aria-label={label}
            placeholder={label}
            autoComplete="off"
            pattern={searchPattern}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? id : undefined}
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
        <Button type="submit" className="min-h-12">
          Search
        </Button>
      </div>
      {wrong ? <SearchError id={id} /> : null}
    </form>
  );
}
