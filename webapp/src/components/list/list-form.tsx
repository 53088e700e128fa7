// The controls above a list: one form, which works without a script, too. On wide screens the choices stand in a row, on phones they are in
// a sheet: a popover, which the browser itself opens and closes.
import { clsx } from 'clsx';
import { SlidersHorizontal, X } from 'lucide-react';
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { SelectField } from '@/components/ui/select';
import { fromControl } from '@/hooks/use-list-head';
import type { ListFilter } from '@/lib/list-address';
import { changed, listPath } from '@/lib/list-links';
import { inUse, optionsOf, orders, type Choice, type ListFacets } from './choices';

interface Props {
  /** The address of the whole list. */
  path: string;
  filter: ListFilter;
  choices: readonly Choice[];
  facets: ListFacets | undefined;
  /** Whether readers can choose the order. */
  ordered: boolean;
  /** What the sheet's button says: 'Show 12 reviews'. */
  show: string;
  /** Stands between the choices and the list. */
  head: ReactNode;
}

/** Lets a button open or close the sheet where no script does. */
const invoke = (command: 'toggle-popover' | 'hide-popover', commandfor: string) => ({ command, commandfor });

/** As wide as what shows the choices in a row: Tailwind's md. */
const wide = '(min-width: 48rem)';

export function ListForm({ path, filter, choices, facets, ordered, show, head }: Props) {
  const navigate = useNavigate();
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  const chosen = useRef(filter); // ahead of what is shown while that is under way: a second choice must not undo the first
  useEffect(() => {
    chosen.current = filter;
  }, [filter]);
  // Who types in a list of choices passes others on the way to the one that is meant: they are one choice, and one entry of the history.
  const keyed = useRef(false);
  const typed = useRef<string | null>(null);
  const byKeys = {
    onKeyDown: () => void (keyed.current = true),
    onPointerDown: () => void (keyed.current = false),
    onBlur: () => void (typed.current = null),
  };
  const choose = (name: Choice['name'] | 'sort', value: string) => {
    chosen.current = changed(chosen.current, name, value);
    void navigate(listPath(path, chosen.current), { state: fromControl, replace: keyed.current && typed.current === name });
    typed.current = keyed.current ? name : null;
  };
  useEffect(() => {
    const media = matchMedia(wide);
    const close = () => {
      if (media.matches) sheet.current?.hidePopover();
    };
    media.addEventListener('change', close);
    return () => media.removeEventListener('change', close);
  }, []);
  // A filter is left out where it has no values: tags, if no item has any.
  const offered = choices
    .map((choice) => ({ ...choice, options: optionsOf(choice, filter, facets) }))
    .filter(({ options }) => facets === undefined || options.length > 1);
  const used = inUse(choices, filter).length;
  // The browser does the same where no script does; where one does, it keeps the browser from it, as in the drawer.
  const toggle = (e: MouseEvent) => {
    e.preventDefault();
    if (sheet.current?.togglePopover()) sheet.current.querySelector('button')?.focus();
  };
  const close = (e: MouseEvent) => {
    e.preventDefault();
    sheet.current?.hidePopover();
  };
  return (
    <form method="get" action={path} onSubmit={(e) => e.preventDefault()}>
      {filter.search ? <input type="hidden" name="search" value={filter.search} /> : null}
      <div
        ref={sheet}
        id={id}
        data-noprint
        popover="auto"
        role="group"
        aria-label="Filters"
        className={clsx(
          'inset-x-0 top-auto bottom-0 m-0 max-h-[85dvh] w-full max-w-none overflow-y-auto overscroll-contain border-t border-rule bg-page px-4 pt-2 pb-6 text-primary open:block',
          'md:static md:block md:max-h-none md:overflow-visible md:border-0 md:p-0',
        )}
      >
        <div className="flex items-center justify-between md:hidden">
          <p className="font-serif text-h5 font-medium">Filters</p>
          <Button variant="quiet" shape="icon" aria-label="Close filters" {...invoke('hide-popover', id)} onClick={close}>
            <X aria-hidden strokeWidth={1.75} className="size-6" />
          </Button>
        </div>
        <div className="mt-2 flex flex-col gap-4 md:mt-0 md:flex-row md:flex-wrap">
          {offered.map(({ name, label, options }) => (
            <SelectField
              key={name}
              name={name}
              label={label}
              options={options}
              value={filter[name] ?? ''}
              onChange={(e) => choose(name, e.target.value)}
              {...byKeys}
              className="min-w-0 md:max-w-56 md:grow md:basis-36"
            />
          ))}
          <Button type="submit" data-without-script className="md:self-end">
            Show
          </Button>
        </div>
        <Button data-needs-script className="mt-6 w-full md:hidden" {...invoke('hide-popover', id)} onClick={close}>
          {show}
        </Button>
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 md:mt-8">
        {head}
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="plain" className="md:hidden" aria-haspopup="true" {...invoke('toggle-popover', id)} onClick={toggle}>
            <SlidersHorizontal aria-hidden strokeWidth={1.75} className="size-4" />
            {used === 0 ? 'Filters' : `Filters (${used})`}
          </Button>
          {ordered ? (
            <>
              <SelectField
                name="sort"
                label="Sort"
                options={orders}
                value={filter.sort === 'newest' ? '' : (filter.sort ?? '')}
                onChange={(e) => choose('sort', e.target.value)}
                {...byKeys}
                className="flex items-center gap-3 [&>label]:mb-0"
              />
              <Button type="submit" variant="plain" data-without-script>
                Sort
              </Button>
            </>
          ) : null}
        </div>
      </div>
    </form>
  );
}
