// Loads what is edited and its draft when the editor opens, because the list behind it may be outdated.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Values } from '@/components/content/content-type';
import type { Draft } from '@/lib/api-types';
import type { DraftPlace } from '@/lib/draft-calls';

/** The pause before a draft that is on its way is read again, in ms. */
const pause = 250;

/** The item as it was loaded, null for a new one, and its form. */
export interface Loaded<Item> {
  item: Item | null;
  values: Values;
}

interface Options<Item> {
  load: () => Promise<Loaded<Item>>;
  place: DraftPlace;
  /** Whether there may be a draft: a new item has none before its first change. */
  mayHaveDraft: boolean;
  /** Reports whether a newer draft is probably on its way: the page that was just left may still be sending one. */
  mayArrive: (loaded: Loaded<Item>, draft: Draft | null) => boolean;
  onLoad: (loaded: Loaded<Item>, draft: Draft | null) => void;
}

/** Loads once, and again when `retry` is called. */
export function useLoaded<Item>({ load, place, mayHaveDraft, mayArrive, onLoad }: Options<Item>) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const loadItem = useEffectEvent(load);
  const waits = useEffectEvent(mayArrive);
  const done = useEffectEvent(onLoad);

  useEffect(() => {
    let wanted = true;
    const readDraft = () =>
      mayHaveDraft
        ? client.query({ queryKey: ['admin', 'draft', place.path], queryFn: place.read, staleTime: 0, gcTime: 0, networkMode: 'always' })
        : null;
    const loadBoth = async () => {
      const [loaded, found] = await Promise.all([loadItem(), readDraft()]);
      let draft = found;
      while (wanted && waits(loaded, draft)) {
        await new Promise((next) => setTimeout(next, pause));
        draft = await readDraft();
      }
      if (wanted) done(loaded, draft);
    };
    loadBoth().catch((error: unknown) => {
      if (wanted) setFailure(error);
    });
    return () => {
      wanted = false;
    };
  }, [client, place, mayHaveDraft, attempt]);

  const retry = () => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  return { failure, retry };
}
