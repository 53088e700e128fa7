// How many items of a list each category has, as links to these.
import { Link } from 'react-router-dom';
import type { Facets } from '@/lib/api-types';
import type { ListFilter } from '@/lib/list-address';
import { changed, listPath } from '@/lib/list-links';

interface Props {
  /** 'Reviews by category'. */
  label: string;
  /** The list's path, and what it is narrowed to. */
  path: string;
  filter: ListFilter;
  categories: Facets['categories'];
}

export function CategoryCounts({ label, path, filter, categories }: Props) {
  if (categories.length === 0) return null;
  return (
    <ul aria-label={label} className="-mt-3 mb-8 flex flex-wrap gap-2">
      {categories.map(({ value, label: name, count }) => (
        <li key={value} className="max-w-full">
          <Link
            to={listPath(path, changed(filter, 'category', value))}
            className="flex min-h-11 items-center gap-2 rounded-sm border border-rule-strong px-3 text-small wrap-anywhere text-secondary hover:border-accent hover:text-accent"
          >
            {name}
            <span className="text-muted tabular-nums">{count}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
