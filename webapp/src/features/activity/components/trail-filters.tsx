// The audit trail's filters: actor, kind of item, event, time and words; and as chips the item or request that a row led to.
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Button } from '@/components/ui/button';
import { DateField, halfTyped } from '@/components/ui/date-field';
import { ListSearch } from '@/components/ui/list-search';
import { SelectField } from '@/components/ui/select';
import { compareNames } from '@/lib/intl';
import { choicesQuery } from '../api/trail';
import { wordsOf, whoOf } from '../trail-words';
import { useTrailFilter, type FilterName } from '../use-trail-filter';

const anybody = [
  { value: '', label: 'Anyone' },
  { value: 'admin', label: 'Admins' },
  { value: 'bot', label: 'All API keys' },
  { value: 'visitor', label: 'Visitors' },
  { value: 'system', label: 'Candor itself' },
  { value: 'unknown', label: 'Unknown' },
];

/** The options, with the chosen one among them even if the server does not offer it. */
function options(all: string, offered: { value: string; label: string }[], chosen: string | undefined) {
  const known = [{ value: '', label: all }, ...offered];
  return chosen === undefined || known.some((o) => o.value === chosen) ? known : [...known, { value: chosen, label: chosen }];
}

const named = (name: string) => ({ value: name, label: wordsOf(name) });
const byLabel = (a: { label: string }, b: { label: string }) => compareNames(a.label, b.label);

export function TrailFilters() {
  const { values, narrow, only, narrowed } = useTrailFilter();
  const choices = useQuery(choicesQuery).data;
  const search = useCallback((term: string) => narrow({ search: term }, { replace: true }), [narrow]);
  const actors = (choices?.actors ?? []).map((a) => ({
    value: `${a.kind}:${a.id ?? ''}`,
    label: whoOf(a) + (a.kind === 'bot' ? ` no. ${a.id}` : ''),
  }));
  const select = (name: FilterName) => ({
    value: values[name] ?? '',
    onChange: (e: { target: { value: string } }) => narrow({ [name]: e.target.value }),
  });
  // The list stays as it is while a date is incomplete.
  const [incomplete, setIncomplete] = useState<FilterName[]>([]);
  const day = (name: 'from' | 'to') => ({
    value: incomplete.includes(name) ? halfTyped : (values[name] ?? ''),
    onChange: (typed: string) => {
      setIncomplete((names) => (typed === halfTyped ? [...names, name] : names.filter((other) => other !== name)));
      if (typed !== halfTyped) narrow({ [name]: typed }, { replace: true });
    },
  });
  return (
    <section aria-label="Filters">
      <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[1fr_1fr_1fr_9.5rem_9.5rem]">
        <SelectField label="Who" options={options('Anyone', [...anybody.slice(1), ...actors], values.actor)} {...select('actor')} />
        <SelectField
          label="Type"
          options={options('Everything', (choices?.kinds ?? []).map(named).sort(byLabel), values.kind)}
          {...select('kind')}
        />
        <SelectField
          className="max-lg:col-span-2"
          label="Action"
          options={options('Anything', (choices?.types ?? []).map(named).sort(byLabel), values.type)}
          {...select('type')}
        />
        <DateField label="From" type="date" {...day('from')} />
        <DateField label="To" type="date" {...day('to')} />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <ListSearch label="Search the audit trail" value={values.search ?? ''} onSearch={search} />
        {(['item', 'request'] as const).map((name) =>
          values[name] === undefined ? null : (
            <Button key={name} variant="plain" size="small" onClick={() => narrow({ [name]: undefined })}>
              <span className="sr-only">Remove filter: </span>
              <span className="text-muted">{name === 'item' ? 'Item' : 'Request'}</span>{' '}
              <span className="max-w-48 truncate">{values[name]}</span>
              <X aria-hidden strokeWidth={1.75} className="size-4" />
            </Button>
          ),
        )}
        {narrowed ? (
          <Button variant="quiet" size="small" onClick={() => only({})}>
            Clear filters
          </Button>
        ) : null}
      </div>
    </section>
  );
}
