// The filter by state that all desks have: in the address, status=published, draft, scheduled or deleted.
import { SelectField } from '@/components/ui/select';
import { useListParams } from '@/hooks/use-list-params';
import type { ListParams } from '@/lib/content-calls';

const options = [
  { value: '', label: 'All Statuses' },
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'Draft' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'deleted', label: 'Deleted' },
];

/** A yes or no in the address; anything else narrows nothing. */
export function chosen(value: string | undefined, yes: string, no: string): boolean | undefined {
  return value === yes ? true : value === no ? false : undefined;
}

/** The list that the filter asks for. What is deleted has a list of its own. */
export const statusOf = (value: string | undefined): ListParams => ({ published: chosen(value, 'published', 'draft'), scheduled: value === 'scheduled' || undefined });

export function StatusFilter() {
  const { value, change } = useListParams();
  return <SelectField label="Status" hideLabel className="sm:w-40" options={options} value={value('status') ?? ''} onChange={(e) => change({ status: e.target.value })} />;
}
