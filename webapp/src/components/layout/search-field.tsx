// The header's search: a form that works by itself. On phones it is a popover under the header, which the browser opens and closes. What
// suggests while one types is loaded when the field is first focused.
import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useSite } from '@/hooks/use-site';
import { loadCode } from '@/lib/load-code';
import { searchPattern } from '@/lib/search-limit';
import { useSingleKeys } from '@/stores/single-keys';

const Suggestions = lazy(() => loadCode(() => import('@/components/search/suggestions')));

export function SearchField() {
  const { name } = useSite();
  const input = useRef<HTMLInputElement>(null);
  const [field, setField] = useState<HTMLInputElement | null>(null);

  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (e.key !== '/' || e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey || !useSingleKeys.getState().on) return;
      if (
        (e.target as Element).closest('input, textarea, select, [contenteditable]') ||
        document.querySelector('dialog[open], [role=dialog]')
      )
        return;
      e.preventDefault();
      show(input.current);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <>
      <Button
        variant="quiet"
        shape="icon"
        aria-label="Open search"
        popoverTarget="site-search"
        className="sm:hidden"
        onClick={(e) => {
          // At once, as a phone shows its keyboard only for what happens in a press.
          if (show(input.current)) e.preventDefault();
        }}
      >
        <Search aria-hidden strokeWidth={1.75} className="size-5" />
      </Button>
      <form
        id="site-search"
        popover="auto"
        role="search"
        aria-label="Site"
        action="/reviews"
        className="inset-x-0 top-header bottom-auto w-full overflow-visible border-b border-rule bg-page px-4 py-3 text-primary sm:relative sm:inset-auto sm:block sm:w-56 sm:border-0 sm:p-0 lg:w-44 xl:w-64"
      >
        <input
          dir="auto"
          ref={input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          name="search"
          role="combobox"
          aria-label={`Search ${name}`}
          aria-expanded={false}
          aria-keyshortcuts="/"
          placeholder="Search"
          autoComplete="off"
          pattern={searchPattern}
          onFocus={(e) => setField(e.currentTarget)}
          onInput={(e) => setField(e.currentTarget)}
          className="h-control w-full rounded-sm border border-control bg-raised px-3 text-base placeholder:text-muted"
        />
        {field ? (
          <Suspense>
            <Suggestions field={field} />
          </Suspense>
        ) : null}
      </form>
    </>
  );
}

/** Focuses the field, and opens it where it is closed. Reports whether it was. */
function show(input: HTMLInputElement | null): boolean {
  const { form } = input ?? {};
  const closed = !!form && getComputedStyle(form).display === 'none';
  if (closed) form.showPopover();
  input?.focus();
  return closed;
}
