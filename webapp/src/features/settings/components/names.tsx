// /admin/settings/tags: the tags and brands of published items, with what readers are told of each.
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { ListSearch } from '@/components/ui/list-search';
import { EmptyState, ErrorState } from '@/components/ui/state';
import type { DescribedName } from '@/lib/api-types';
import { namePath } from '@/lib/name-path';
import { namesQuery, type DescribedKind } from '../api/names';
import { NameDialog } from './name-dialog';

/** How many rows a list shows before it is asked for more. */
const shownFirst = 50;

const lists = [
  { kind: 'tags', title: 'Tags', loading: 'Loading tags...', none: 'Tags appear here once a published review or article has them.' },
  { kind: 'brands', title: 'Brands', loading: 'Loading brands...', none: 'Brands appear here once a published review names them.' },
] as const;

export default function NameSettings() {
  const [search, setSearch] = useState('');
  const term = useDeferredValue(search).toLowerCase();
  return (
    <div className="max-w-2xl">
      <ListSearch label="Search tags and brands" value={search} onSearch={setSearch} />
      {lists.map((list) => (
        <NameList key={list.kind} {...list} term={term} />
      ))}
    </div>
  );
}

interface Props {
  kind: DescribedKind;
  title: string;
  loading: string;
  /** What an empty list says. */
  none: string;
  term: string;
}

function NameList({ kind, title, loading, none, term }: Props) {
  const names = useQuery(namesQuery(kind));
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<DescribedName | null>(null);
  const found = names.data?.filter(({ name, description }) => `${name}\n${description ?? ''}`.toLowerCase().includes(term)) ?? [];
  const rows = all ? found : found.slice(0, shownFirst);
  return (
    <section aria-labelledby={`${kind}-title`} className="mt-8">
      <h3 id={`${kind}-title`} className="text-body font-semibold">
        {names.data ? `${title} (${found.length})` : title}
      </h3>
      {names.isPending ? (
        <div role="status" aria-label={loading} className="mt-3 h-60 skeleton" />
      ) : !names.data ? (
        <ErrorState what={`The ${kind}`} retry={() => void names.refetch()} />
      ) : found.length === 0 ? (
        <EmptyState title={`No ${kind}${term ? ' found' : ' yet'}`}>{term ? 'Try another search.' : none}</EmptyState>
      ) : (
        <ul className="mt-3 border-t border-rule">
          {rows.map((name) => (
            <li key={name.slug} className="flex items-center gap-3 border-b border-rule py-3">
              <div className="min-w-0 grow wrap-anywhere">
                <p className="text-small">
                  <Link to={namePath(kind, name)} className="font-semibold hover:underline">
                    {name.name}
                  </Link>{' '}
                  <span className="text-muted tabular-nums">{name.count === 1 ? '1 item' : `${name.count} items`}</span>
                </p>
                {name.description ? (
                  <p className="line-clamp-2 text-small text-secondary">{name.description}</p>
                ) : (
                  <p className="text-small text-muted">No description</p>
                )}
              </div>
              <Button variant="quiet" shape="icon" aria-label={`Edit ${name.name}`} onClick={() => setOpen(name)}>
                <Pencil aria-hidden strokeWidth={1.75} className="size-4" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {rows.length < found.length ? (
        <Button variant="plain" className="mt-4" onClick={() => setAll(true)}>
          {`Show all ${found.length}`}
        </Button>
      ) : null}
      {open ? <NameDialog kind={kind} name={open} onClose={() => setOpen(null)} /> : null}
    </section>
  );
}
