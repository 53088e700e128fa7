// The audit trail: every change by anyone, narrowed as the address says.
import { Download } from 'lucide-react';
import { buttonLook } from '@/components/ui/button';
import { exportAddress } from '../api/trail';
import { useTrailFilter } from '../use-trail-filter';
import { TrailFilters } from './trail-filters';
import { TrailList } from './trail-list';

const files = [
  { format: 'csv', label: 'CSV' },
  { format: 'ndjson', label: 'NDJSON' },
] as const;

export function Trail() {
  const { filter } = useTrailFilter();
  return (
    <>
      <TrailFilters />
      <div className="my-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-small text-secondary">Every change by anyone, read directly from the log.</p>
        <p className="flex flex-wrap gap-2">
          {files.map(({ format, label }) => (
            <a key={format} href={exportAddress(filter, format)} download className={buttonLook({ variant: 'plain', size: 'small' })}>
              <Download aria-hidden strokeWidth={1.75} className="size-4" />
              Export {label}
            </a>
          ))}
        </p>
      </div>
      <TrailList key={JSON.stringify(filter)} filter={filter} />
    </>
  );
}
