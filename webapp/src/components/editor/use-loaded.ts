// Loads the item and its draft when the editor opens, because the list behind it may be outdated.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Draft } from '@/lib/api-types';
import type { ContentCalls, ContentItem } from '@/lib/content-calls';
import type { DraftPlace } from '@/lib/draft-calls';

interface Options<Item extends ContentItem> {
  calls: Pick<ContentCalls<Item, never>, 'get'>;
  /** Null for a new item. */
  id: number | null;
  place: DraftPlace;
  /** Whether there may be a draft: a new item that is only begun has none. */
  mayHaveDraft: boolean;
  onLoad: (item: Item | null, draft: Draft | null) => void;
}

/** Loads once, and again when `retry` is called. */
export function useLoaded<Item extends ContentItem>({ calls, id, place, mayHaveDraft, onLoad }: Options<Item>) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const loaded = useEffectEvent(onLoad);

  useEffect(() => {
    let wanted = true;
    const item = id === null ? null : client.query({ ...calls.get(id), networkMode: 'always' });
    const draft = mayHaveDraft ? client.query({ queryKey: ['admin', 'draft', place.path], queryFn: place.read, staleTime: 0, gcTime: 0, networkMode: 'always' }) : null;
    Promise.all([item, draft]).then(
      (found) => {
        if (wanted) loaded(...found);
      },
      (error: unknown) => {
        if (wanted) setFailure(error);
      },
    );
    return () => {
      wanted = false;
    };
  }, [client, calls, id, place, mayHaveDraft, attempt]);

  const retry = () => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  return { failure, retry };
}
