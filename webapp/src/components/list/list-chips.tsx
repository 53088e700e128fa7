// What a list is narrowed to: each can be removed, or all at once. They are links, so that they work without a script.
import { X } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ListFilter } from '@/lib/list-address';
import { changed, cleared, listPath } from '@/lib/list-links';
import { inUse, labelOf, type Choice, type ListFacets } from './choices';

interface Props {
  path: string;
  filter: ListFilter;
  choices: readonly Choice[];
  facets: ListFacets | undefined;
}

export function ListChips({ path, filter, choices, facets }: Props) {
  const used = inUse(choices, filter);
  if (used.length === 0) return null;
  return (
    <ul aria-label="Filters in use" className="mt-4 flex flex-wrap items-center gap-2">
      {used.map(({ name, label }) => {
        const chosen = labelOf(name, filter, facets);
        return (
          <li key={name} className="max-w-full">
            <Link
              to={listPath(path, changed(filter, name, ''))}
              aria-label={`Remove filter ${label}: ${chosen}`}
              className="inline-flex min-h-9 max-w-full items-center gap-2 rounded-sm border border-control bg-raised px-3 text-small hover:border-primary pointer-coarse:min-h-control"
            >
              <span className="truncate">
                <span className="text-muted">{label}: </span>
                {chosen}
              </span>
              <X aria-hidden strokeWidth={1.75} className="size-4 shrink-0 text-muted" />
            </Link>
          </li>
        );
      })}
      <li>
        <Link
          to={listPath(path, cleared(filter))}
          className="inline-flex min-h-9 items-center px-2 text-small font-semibold text-accent underline-offset-4 hover:underline pointer-coarse:min-h-control"
        >
          Clear all
        </Link>
      </li>
    </ul>
  );
}
