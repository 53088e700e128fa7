// The filter by status that every list has: in the address, status=published, draft, scheduled or deleted.
import type { Filter } from '@/components/content/content-type';

/** Returns a yes or no of the address; anything else doesn't filter. */
export function chosen(value: string | undefined, yes: string, no: string): boolean | undefined {
  return value === yes ? true : value === no ? false : undefined;
}

/** Deleted items have a list of their own. */
export const statusFilter: Filter = {
  name: 'status',
  label: 'Status',
  width: 'sm:w-40',
  options: () => [
    { value: '', label: 'All Statuses' },
    { value: 'published', label: 'Published' },
    { value: 'draft', label: 'Draft' },
    { value: 'scheduled', label: 'Scheduled' },
    { value: 'deleted', label: 'Deleted' },
  ],
  params: (value) => ({ published: chosen(value, 'published', 'draft'), scheduled: value === 'scheduled' || undefined }),
};
