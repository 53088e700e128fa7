// The documentation: the guide, every call, and where everything is.
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@/components/ui/state';
import { descriptionQuery } from '../api/description';
import { callsOf } from '../calls';
import { ApiReference } from './api-reference';
import { DocsContents } from './docs-contents';
import { Prose } from './prose';

export function Docs() {
  const { data, isError, refetch } = useQuery(descriptionQuery);
  if (isError) return <ErrorState what="The documentation" retry={() => void refetch()} />;
  if (!data) return <DocsSkeleton />;
  const guide = data.info.description;
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7rem)] lg:self-start lg:overflow-y-auto">
        <DocsContents guide={guide} calls={callsOf(data)} />
      </div>
      <div className="max-w-3xl min-w-0 [&_code]:text-[0.92em]">
        <Prose markdown={guide} />
        <h2 className="mt-16 text-h4">Calls</h2>
        <ApiReference description={data} />
      </div>
    </div>
  );
}

function DocsSkeleton() {
  return (
    <div role="status" aria-label="Loading documentation..." className="grid gap-4">
      {['w-1/3', 'w-full', 'w-full', 'w-2/3', 'w-full'].map((width, i) => (
        <div key={i} className={`h-6 ${width} skeleton`} />
      ))}
    </div>
  );
}
