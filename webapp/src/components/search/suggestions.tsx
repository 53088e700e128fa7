// What the header's search offers while one types: names of products, brands and so on, in a list over the page. Its code is loaded when
// the field is first focused; until then, and without a script, the field is an ordinary form.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { api, query } from '@/lib/api-client';
import { SearchError } from '@/components/ui/search-error';
import type { Suggestion } from '@/lib/api-types';
import { isTooLong } from '@/lib/search-limit';

/** How long a pause in typing is, in milliseconds. */
const pause = 150;

/** The list's id, which the field names. */
const list = 'search-suggestions';

/** The id of what is wrong with the text. */
const error = 'search-error';

const optionId = (at: number) => `${list}-${at}`;

const labels: Record<Suggestion['type'], string> = {
  product: 'Product',
  brand: 'Brand',
  category: 'Category',
  review: 'Review',
  article: 'Article',
  page: 'Page',
  tag: 'Tag',
  author: 'Author',
};

const suggestQuery = (q: string) =>
  queryOptions({
    queryKey: ['suggest', q],
    queryFn: ({ signal }) => api.get<Suggestion[]>(`/api/search/suggest${query({ q })}`, { signal }),
    enabled: q !== '' && !isTooLong(q),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });

/** Returns the suggestions by type, the types in the order in which they come first. */
function grouped(all: Suggestion[]): [Suggestion['type'], Suggestion[]][] {
  const types = [...new Set(all.map(({ type }) => type))];
  return types.map((type) => [type, all.filter((suggestion) => suggestion.type === type)]);
}

export default function Suggestions({ field }: { field: HTMLInputElement }) {
  const navigate = useNavigate();
  const [text, setText] = useState(field.value.trim());
  const [paused, setPaused] = useState(text);
  const [closed, setClosed] = useState(false);
  const { data = [] } = useQuery(suggestQuery(paused));
  // Which option is the current one belongs to the list in which it was chosen.
  const [current, setCurrent] = useState<{ of: Suggestion[]; at: number } | null>(null);
  const wrong = isTooLong(text);
  const groups = grouped(text === '' || paused === '' || wrong ? [] : data);
  const options = groups.flatMap(([, suggestions]) => suggestions);
  const open = !closed && options.length > 0;
  const at = open && current?.of === data ? current.at : -1;

  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pause);
    return () => clearTimeout(timer);
  }, [text]);

  useEffect(() => {
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', list);
    field.setAttribute('aria-expanded', String(open));
    if (at < 0) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', optionId(at));
    for (const [name, value] of Object.entries({ 'aria-invalid': 'true', 'aria-describedby': error })) {
      if (wrong) field.setAttribute(name, value);
      else field.removeAttribute(name);
    }
    // What is wrong stands below the field, so that the browser needn't say it in its own words.
    field.form?.setAttribute('novalidate', '');
  }, [field, open, at, wrong]);

  /** Empties the field, and on a phone closes it. */
  const leave = () => {
    const { form } = field;
    form?.reset();
    setText('');
    setPaused('');
    field.blur();
    if (form && 'hidePopover' in form) form.hidePopover();
  };

  const move = (step: 1 | -1) => {
    if (options.length === 0) return;
    setClosed(false);
    // The field itself is one of the places, before the first option and after the last.
    const places = options.length + 1;
    const next = ((at + 1 + step + places) % places) - 1;
    setCurrent({ of: data, at: next });
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };

  const onKey = useEffectEvent((e: KeyboardEvent) => {
    if (e.isComposing || e.altKey || e.ctrlKey || e.metaKey) return;
    const before = field.value;
    if (e.key === 'ArrowDown') move(1);
    else if (e.key === 'ArrowUp') move(-1);
    else if (e.key === 'Enter' && at >= 0) document.getElementById(optionId(at))?.click();
    else if (e.key === 'Escape' && open) setClosed(true);
    else if (e.key === 'Escape' && before !== '') {
      field.form?.reset();
      setText('');
    } else return;
    e.preventDefault();
  });

  const onInput = useEffectEvent(() => {
    setText(field.value.trim());
    setClosed(false);
  });

  const onBlur = useEffectEvent(() => setClosed(true));

  const onSubmit = useEffectEvent((e: SubmitEvent) => {
    e.preventDefault();
    const search = field.value.trim();
    if (search === '' || isTooLong(search)) return;
    leave();
    void navigate(`/reviews${query({ search })}`);
  });

  useEffect(() => {
    const { form } = field;
    const left = new AbortController();
    const { signal } = left;
    field.addEventListener('keydown', (e) => onKey(e), { signal });
    field.addEventListener('input', () => onInput(), { signal });
    field.dispatchEvent(new Event('input')); // for what was typed while the code was loaded
    field.addEventListener('blur', () => onBlur(), { signal });
    form?.addEventListener('submit', (e) => onSubmit(e), { signal });
    return () => left.abort();
  }, [field]);

  const count = options.length;
  return (
    <>
      <p role="status" className="sr-only">
        {open ? `${count} ${count === 1 ? 'suggestion' : 'suggestions'}` : ''}
      </p>
      {wrong ? (
        <div className="absolute inset-x-4 top-full z-40 mt-2 rounded-lg border border-rule bg-raised px-3 pb-2 shadow-raised sm:right-0 sm:left-auto sm:w-96">
          <SearchError id={error} />
        </div>
      ) : null}
      {open ? (
        <div
          id={list}
          role="listbox"
          aria-label="Suggestions"
          // A press must not take the focus from the field, whose loss closes the list.
          onMouseDown={(e) => e.preventDefault()}
          className="absolute inset-x-4 top-full z-40 mt-2 max-h-[calc(100dvh-10rem)] overflow-y-auto rounded-lg border border-rule bg-raised p-2 wrap-anywhere shadow-raised sm:right-0 sm:left-auto sm:w-96 motion-safe:animate-[appear_140ms_var(--ease-out)]"
        >
          {groups.map(([type, suggestions]) => (
            <div key={type} role="group" aria-label={labels[type]}>
              <p aria-hidden className="px-3 pt-2 kicker">
                {labels[type]}
              </p>
              {suggestions.map((suggestion) => {
                const place = options.indexOf(suggestion);
                return (
                  <Link
                    key={suggestion.url}
                    id={optionId(place)}
                    role="option"
                    aria-selected={place === at}
                    tabIndex={-1}
                    to={suggestion.url}
                    onClick={(e) => {
                      if (!e.ctrlKey && !e.metaKey && !e.shiftKey) leave();
                    }}
                    className={clsx(
                      'flex min-h-11 items-center rounded-sm px-3 py-2 text-small font-medium hover:bg-sunken',
                      place === at && 'bg-sunken outline-2 -outline-offset-2 outline-ring',
                    )}
                  >
                    {suggestion.label}
                  </Link>
                );
              })}
            </div>
          ))}
        </div>
      ) : null}
    </>
  );
}
