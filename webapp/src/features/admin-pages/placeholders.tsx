// The placeholders that a page's text may have, and what readers see in their place now.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Placeholder } from '@/lib/api-types';

const placeholdersQuery = queryOptions({
  queryKey: ['admin', 'pages', 'placeholders'],
  queryFn: ({ signal }) => api.get<Placeholder[]>('/api/admin/pages/placeholders', { signal }),
  staleTime: 0, // settings change them
});

export function Placeholders() {
  const { data, isError } = useQuery(placeholdersQuery);
  return (
    <section aria-label="Placeholders" className="mt-6 border-t border-rule-strong pt-4">
      <h3 className="font-serif text-[1.125rem] font-medium">Placeholders</h3>
      <p className="pt-0.5 text-caption text-muted">Type one in the title or the text. Readers see what the settings say now.</p>
      {isError ? <p className="mt-3 text-small text-secondary">The placeholders could not be loaded.</p> : null}
      <dl className="mt-3 grid gap-3 text-small">
        {data?.map(({ name, value }) => (
          <div key={name}>
            <dt className="font-mono text-caption">{`{{${name}}}`}</dt>
            <dd className="text-secondary">{value === '' ? 'Empty: readers see nothing.' : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
