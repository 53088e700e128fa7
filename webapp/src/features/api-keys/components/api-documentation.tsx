// The bot API in brief: how a key is sent, the calls, and everything about them to take away.
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Link } from 'react-router-dom';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { ErrorState } from '@/components/ui/state';
import { endpointsQuery } from '../api/endpoints';
import { downloads } from './downloads';

export function ApiDocumentation() {
  const endpoints = useQuery(endpointsQuery);
  return (
    <section aria-labelledby="api-documentation" className="mt-12">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 id="api-documentation" className="text-body font-semibold">
          Endpoints
        </h3>
        <Link to="/docs" className="text-small text-link">
          Read the full documentation
        </Link>
      </div>
      <p className="mt-1 mb-4 max-w-measure text-small text-secondary">
        Send the key as <code>Authorization: Bearer cndr_…</code>, or in the <code>X-API-Key</code> header. To try it:
      </p>
      <pre className="mb-5 overflow-x-auto rounded-sm bg-sunken px-4 py-3 text-caption" tabIndex={0} aria-label="Example request">
        <code>{`curl -H "Authorization: Bearer $CANDOR_KEY" ${location.origin}/api/bot/status`}</code>
      </pre>
      {endpoints.data ? (
        <ul className="divide-y divide-rule border-y border-rule text-small">
          {endpoints.data.map(({ method, path, summary, permission }) => (
            <li key={method + path} className="grid items-baseline gap-x-6 py-2.5 md:grid-cols-[minmax(0,20rem)_1fr_auto]">
              <code className="font-semibold">
                <span className="inline-block w-12 text-muted">{method}</span> {path}
              </code>
              <span className="text-secondary">{summary}</span>
              <span className="text-caption text-muted">{permission ? <code>{permission}</code> : 'any key'}</span>
            </li>
          ))}
        </ul>
      ) : endpoints.isError ? (
        <ErrorState what="The endpoints" retry={() => void endpoints.refetch()} />
      ) : (
        <RowSkeletons label="Loading endpoints..." count={5} />
      )}
      <h3 className="mt-10 mb-3 text-body font-semibold">Downloads</h3>
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {downloads.map(({ label, kind, href }) => (
          <li key={href} className="border-t border-rule">
            <a href={href} download className="flex min-h-14 items-center gap-3 py-2 text-small hover:text-accent">
              <Download aria-hidden strokeWidth={1.75} className="size-4 shrink-0 text-muted" />
              <span>
                <span className="block font-semibold">{label}</span>
                <span className="block text-caption text-muted">{kind}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
