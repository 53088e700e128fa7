// The versions of an item that readers could see, by the item's revisions.
import { useQuery } from '@tanstack/react-query';
import type { ContentType } from '@/components/content/content-type';
import { useSite } from '@/hooks/use-site';
import type { ItemRevision, Version } from '@/lib/api-types';
import type { ContentItem } from '@/lib/content-calls';
import { holds } from '@/lib/item-history';
import { kinds } from '@/lib/kinds';

/** Returns the version that a save led to, which has the revision of one of its events; undefined: readers never saw it, or have no history. */
export function useVersions<Item extends ContentItem, Body extends object>({ calls, noun }: Pick<ContentType<Item, Body>, 'calls' | 'noun'>, id: number, known: boolean, deleted: boolean) {
  const mayHave = kinds[noun].versioned && known && !deleted;
  const mode = useSite().publicHistory;
  const isPublished = useQuery({ ...calls.get(id), enabled: mayHave }).data?.isPublished === true;
  const versions = useQuery({ ...calls.versions.all(id), enabled: mayHave && mode !== 'off' && isPublished }).data;
  return (revision: ItemRevision): Version | undefined => versions?.find((v) => v.type !== 'picture' && holds(revision, v.revision));
}

