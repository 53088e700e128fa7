// That readers don't see a version, why, and the way to show it again.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { fullDate } from '@/components/ui/time-ago';
import { ApiError } from '@/lib/api-client';
import type { Version } from '@/lib/api-types';
import type { ContentCalls, ContentItem } from '@/lib/content-calls';
import { showToast } from '@/stores/toasts';

interface Props<Item extends ContentItem, Body> {
  calls: ContentCalls<Item, Body>;
  id: number;
  version: Version;
  withheld: NonNullable<Version['withheld']>;
}

export function WithheldNotice<Item extends ContentItem, Body>({ calls, id, version, withheld }: Props<Item, Body>) {
  const client = useQueryClient();
  const releasing = useMutation({
    networkMode: 'always',
    mutationFn: () => calls.versions.release(id, version.revision),
    onSuccess: async () => {
      await calls.invalidate(client);
      showToast({ title: 'Version released', description: 'Readers see it in the history again.' });
    },
    onError: (e) =>
      showToast({
        variant: 'destructive',
        title: 'Error',
        description: (e instanceof ApiError && e.detail) || 'The version could not be released. Please try again.',
      }),
  });
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-l-2 border-danger pl-3 text-small">
      <p className="min-w-0 grow basis-60">
        <strong className="font-semibold">Withheld from readers</strong> since <time dateTime={withheld.at}>{fullDate(withheld.at)}</time>.
        They see the reason: <q className="whitespace-pre-line">{withheld.reason}</q>
      </p>
      <Button variant="plain" size="small" disabled={releasing.isPending} onClick={() => releasing.mutate()}>
        Release
      </Button>
    </div>
  );
}
