// A page of an admin list as a table with sortable columns. On a phone each row stacks its most important fields. Roles are
// explicit, because a stacked table loses its own.
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Column, NameOf } from '@/components/content/content-type';
import { Checkbox } from '@/components/ui/checkbox';
import type { EditorNavigation } from '@/components/editor/use-editor-address';
import { useMedia } from '@/hooks/use-media';
import type { ContentItem } from '@/lib/content-calls';
import { RowActions } from './row-actions';
import type { Selection } from './use-selection';

export type Order = 'asc' | 'desc';

export interface Sorting {
  /** A column's name; undefined: newest first. */
  sort: string | undefined;
  order: Order;
}

interface Props<Item extends ContentItem> {
  label: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  /** An item in one line, shown on a phone beside its title, status and last change. */
  summary: (item: Item, nameOf: NameOf) => string[];
  nameOf: NameOf;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  selection: Selection<Item>;
  /** Names the box that ticks the whole page. */
  allLabel: string;
  addressOf: (item: Item) => string | undefined;
  /** Returns where an item's title leads: to its editor. */
  linkTo: (item: Item) => ReturnType<EditorNavigation['linkTo']>;
  onPreview: (item: Item) => void;
  onEdit: (item: Item) => void;
  onHistory: (item: Item) => void;
  onDelete: (item: Item) => void;
  /** Reports whether an item can't be deleted. */
  isFixed: (item: Item) => boolean;
  /** Shown below the title of an item with a draft. */
  draftLine: (item: Item) => ReactNode;
}

/** The places of columns on a phone; other columns are in the summary. */
const places: Record<string, string> = {
  title: 'max-lg:col-start-2 max-lg:row-start-1 max-lg:font-semibold max-lg:wrap-anywhere',
  published: 'max-lg:col-start-2 max-lg:row-start-3',
  updated: 'max-lg:col-start-2 max-lg:row-start-3 max-lg:ml-28',
};

/** Returns the sorting after the next press on a column's head: its first order, the other, and then newest first again. */
function next<Item>({ name, first = 'asc' }: Column<Item>, { sort, order }: Sorting): Sorting {
  if (sort !== name) return { sort: name, order: first };
  return order === first ? { sort: name, order: first === 'asc' ? 'desc' : 'asc' } : { sort: undefined, order: 'asc' };
}

export function ItemTable<Item extends ContentItem>({
  label,
  columns,
  items,
  summary,
  nameOf,
  sorting,
  onSort,
  selection,
  allLabel,
  addressOf,
  linkTo,
  onPreview,
  onEdit,
  onHistory,
  onDelete,
  isFixed,
  draftLine,
}: Props<Item>) {
  const wide = useMedia('(min-width: 64rem)');
  const cells = wide ? columns : columns.filter(({ name }) => places[name]);
  const ticked = items.filter((i) => selection.has(i.id)).length;
  const all = ticked === 0 ? false : ticked === items.length ? true : 'indeterminate';
  return (
    <table role="table" aria-label={label} className="w-full border-b border-rule text-small max-lg:block lg:table-fixed">
      <thead role="rowgroup" className="max-lg:block">
        <tr role="row" className="border-y border-rule text-left max-lg:block max-lg:py-1">
          <th role="columnheader" scope="col" className="font-normal max-lg:block lg:w-10 lg:pl-2">
            <span className="flex items-center gap-3">
              <Checkbox checked={all} onChange={(on) => selection.set(items, on)} label={allLabel} hideLabel />
              <span aria-hidden className="text-muted lg:hidden">
                {allLabel}
              </span>
            </span>
          </th>
          {(wide ? columns : []).map((column) => {
            const sorted = sorting.sort === column.name;
            const Arrow = !sorted ? ArrowUpDown : sorting.order === 'asc' ? ArrowUp : ArrowDown;
            return (
              <th
                key={column.name}
                role="columnheader"
                scope="col"
                aria-sort={sorted ? (sorting.order === 'asc' ? 'ascending' : 'descending') : undefined}
                className={clsx('h-9 px-1 font-semibold text-muted', column.width)}
              >
                <button
                  type="button"
                  onClick={() => onSort(next(column, sorting))}
                  className={clsx(
                    'group flex min-h-9 items-center gap-1 px-1 text-left whitespace-nowrap hover:text-primary',
                    sorted && 'text-primary',
                  )}
                >
                  {column.label}
                  <Arrow
                    aria-hidden
                    strokeWidth={1.75}
                    className={clsx('size-3.5 shrink-0', !sorted && 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100')}
                  />
                </button>
              </th>
            );
          })}
          <th
            role="columnheader"
            scope="col"
            className="h-9 px-2 text-right font-semibold text-muted max-lg:sr-only lg:w-40 lg:pointer-coarse:w-48"
          >
            Actions
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-lg:block">
        {items.map((item) => (
          <tr
            key={item.id}
            role="row"
            aria-selected={selection.has(item.id)}
            className={clsx(
              'border-t border-rule first:border-t-0 max-lg:grid max-lg:grid-cols-[auto_minmax(0,1fr)_auto] max-lg:items-start max-lg:gap-x-3 max-lg:gap-y-1 max-lg:py-3',
              selection.has(item.id) && 'bg-accent/6',
            )}
          >
            <td role="cell" className="max-lg:col-start-1 max-lg:row-start-1 lg:pl-2">
              <span className="flex">
                <Checkbox
                  checked={selection.has(item.id)}
                  onChange={(on) => selection.set([item], on)}
                  label={`Select ${item.title}`}
                  hideLabel
                />
              </span>
            </td>
            {cells.map((column) => (
              <td
                key={column.name}
                role="cell"
                title={column.full?.(item, nameOf)}
                className={clsx('min-w-0 lg:h-14 lg:px-2', column.name !== 'title' && 'lg:truncate', places[column.name])}
              >
                {column.name === 'title' ? (
                  <>
                    <Link {...linkTo(item)} preventScrollReset className="hover:underline lg:line-clamp-2">
                      {column.cell(item, nameOf)}
                    </Link>
                    <span className="block font-normal text-secondary lg:hidden">
                      {summary(item, nameOf).map((part, i) => (
                        <Fragment key={i}>
                          {i > 0 ? ' · ' : ''}
                          <bdi>{part}</bdi>
                        </Fragment>
                      ))}
                    </span>
                    {draftLine(item)}
                  </>
                ) : (
                  column.cell(item, nameOf)
                )}
              </td>
            ))}
            <td role="cell" className="max-lg:col-start-3 max-lg:row-span-3 max-lg:row-start-1 max-lg:-mt-2 lg:px-0 lg:text-right">
              <RowActions
                item={item}
                wide={wide}
                address={addressOf(item)}
                onPreview={() => onPreview(item)}
                onEdit={() => onEdit(item)}
                onHistory={() => onHistory(item)}
                onDelete={isFixed(item) ? undefined : () => onDelete(item)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
