// The versions of an item that readers could see, by the item's revisions.
import { useQuery } from '@tanstack/react-query';
import type { ContentType } from '@/components/content/content-type';
import { useSite } from '@/hooks/use-site';
import type { ItemRevision, Version } from '@/lib/api-types';
import type { ContentItem } from '@/lib/content-calls';
import { kinds } from '@/lib/kinds';

/** Returns the version that a revision led to; undefined: readers never saw it, or have no history. */
export function useVersions<Item extends ContentItem, Body extends object>({ calls, noun }: Pick<ContentType<Item, Body>, 'calls' | 'noun'>, id: number, revisions: readonly ItemRevision[], deleted: boolean) {
  const mayHave = kinds[noun].versioned && revisions.length > 0 && !deleted;
  const mode = useSite().publicHistory;
  const isPublished = useQuery({ ...calls.get(id), enabled: mayHave }).data?.isPublished === true;
  const versions = useQuery({ ...calls.versions.all(id), enabled: mayHave && mode !== 'off' && isPublished }).data;
  return (revision: ItemRevision): Version | undefined => (versions ? versionOf(revision, revisions, versions) : undefined);
}

/** The events of one request make one version, which has the revision of the last of them. */
export function versionOf(of: ItemRevision, revisions: readonly ItemRevision[], versions: readonly Version[]): Version | undefined {
  const own = versions.find((v) => v.revision === of.revision);
  if (own || of.correlationId === undefined) return own;
  const later = revisions.filter((r) => r.revision > of.revision && r.correlationId === of.correlationId).map((r) => r.revision);
  return versions.find((v) => later.includes(v.revision));
}
