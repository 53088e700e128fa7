// Loads the item when its editor opens, because the list behind it may be outdated.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ContentCalls, ContentItem } from '@/lib/content-calls';

interface Options<Item extends ContentItem> {
  calls: Pick<ContentCalls<Item, never>, 'get'>;
  /** Null for a new item, which isn't loaded. */
  id: number | null;
  onLoad: (item: Item) => void;
}

/** Loads once, and again when `retry` is called. */
export function useLoaded<Item extends ContentItem>({ calls, id, onLoad }: Options<Item>) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const loaded = useEffectEvent(onLoad);

  useEffect(() => {
    if (id === null) return;
    let wanted = true;
    client.query({ ...calls.get(id), networkMode: 'always' }).then(
      (item) => {
        if (wanted) loaded(item);
      },
      (error: unknown) => {
        if (wanted) setFailure(error);
      },
    );
    return () => {
      wanted = false;
    };
  }, [client, calls, id, attempt]);

  const retry = () => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  return { failure, retry };
}
