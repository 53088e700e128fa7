// The versions of an item that readers could see, by the item's revisions, and the pictures that were replaced between them.
import { useQuery } from '@tanstack/react-query';
import type { ContentType } from '@/components/content/content-type';
import { useSite } from '@/hooks/use-site';
import type { ItemRevision, Version } from '@/lib/api-types';
import type { ContentItem } from '@/lib/content-calls';
import { holds } from '@/lib/item-history';
import { kinds } from '@/lib/kinds';

interface Versions {
  /** The version that a save led to, which has the revision of one of its events; undefined: readers never saw it, or have no history. */
  versionOf: (revision: ItemRevision) => Version | undefined;
  /** The entries of pictures that were replaced after a save, and before the next one if there is one, newest first. */
  replacedAfter: (revision: ItemRevision, next: ItemRevision | undefined) => Version[];
}

export function useVersions<Item extends ContentItem, Body extends object>(
  { calls, noun }: Pick<ContentType<Item, Body>, 'calls' | 'noun'>,
  id: number,
  known: boolean,
  deleted: boolean,
): Versions {
  const mayHave = kinds[noun].versioned && known && !deleted;
  const mode = useSite().publicHistory;
  const isPublished = useQuery({ ...calls.get(id), enabled: mayHave }).data?.isPublished === true;
  const versions = useQuery({ ...calls.versions.all(id), enabled: mayHave && mode !== 'off' && isPublished }).data;
  return {
    versionOf: (revision) => versions?.find((v) => v.type !== 'picture' && holds(revision, v.revision)),
    replacedAfter: (revision, next) =>
      versions?.filter(
        (v) =>
          v.type === 'picture' &&
          Date.parse(v.at) >= Date.parse(revision.storedAt) &&
          (!next || Date.parse(v.at) < Date.parse(next.storedAt)),
      ) ?? [],
  };
}
