// The words of the public history.
import type { Version } from '@/lib/api-types';

/** What stands in place of the changes of a version that has none to show. */
export function withoutChanges({ type, withheld }: Version, isFirst: boolean): string | null {
  if (withheld) return null;
  if (isFirst) return 'The first version that readers could see.';
  return type === 'published' ? 'Published again, as it was before.' : null;
}
