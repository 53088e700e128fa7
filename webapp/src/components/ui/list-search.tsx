// A small search box above a list: it searches after a pause in typing, or at once with Enter or when it is left.
import { Search, X } from 'lucide-react';
import { useId, type SyntheticEvent } from 'react';
import { useTyping } from '@/hooks/use-typing';
import { isTooLong } from '@/lib/search-limit';
import { SearchError } from './search-error';

interface Props {
  label: string;
  /** The current search; a new value, as after the back button, replaces the field's text. */
  value: string;
  onSearch: (term: string) => void;
}

export function ListSearch({ label, value, onSearch }: Props) {
  const { text, setText, searched, search } = useTyping(value, (term) => onSearch(term));
  const term = text.trim();
  const wrong = isTooLong(term);
  const id = useId();
  // What is pressed next may open an item, whose address a later search would leave again.
  const leave = () => {
    if (!searched) search(term);
  };
  const submit = (e: SyntheticEvent) => {
    e.preventDefault();
    search(term);
  };
  const clear = () => {
    setText('');
    search('');
  };
  return (
    <form role="search" className="w-full sm:w-72" onSubmit={submit}>
      <div className="relative">
        <Search aria-hidden strokeWidth={1.75} className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
        <input
          dir="auto"
          type="search"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          value={text}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? id : undefined}
          onChange={(e) => setText(e.target.value)}
          onBlur={leave}
          className="h-control w-full rounded-sm border border-control bg-raised pr-10 pl-9 text-base placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
        />
        {text === '' ? null : (
          <button
            type="button"
            aria-label="Clear search"
            onClick={clear}
            className="absolute inset-y-0 right-0 grid w-10 place-items-center text-muted hover:text-primary"
          >
            <X aria-hidden strokeWidth={1.75} className="size-4" />
          </button>
        )}
      </div>
      {wrong ? <SearchError id={id} /> : null}
    </form>
  );
}
