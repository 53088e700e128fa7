// The drafts of items that don't exist yet: those of the server, and those that only this device has.
import { useQuery } from '@tanstack/react-query';
import type { ContentType } from '@/components/content/content-type';
import { newCopies } from '@/components/editor/device-copies';
import type { ContentItem } from '@/lib/content-calls';
import { actorName } from '@/lib/item-history';

export interface NewDraft {
  id: string;
  title: string;
  at: string;
  /** Who saved it; null if only this device has it. */
  by: string | null;
}

/** Returns the new drafts of a type, none until the server's are known. */
export function useNewDrafts<Item extends ContentItem, Body extends object>({
  calls,
  noun,
}: Pick<ContentType<Item, Body>, 'calls' | 'noun'>): NewDraft[] {
  const { data } = useQuery(calls.drafts.newOnes());
  if (!data) return [];
  const untitled = `Untitled ${noun}`;
  const saved = data.map(({ id, title, updatedAt, by }): NewDraft => ({
    id,
    title: title.trim() || untitled,
    at: updatedAt,
    by: actorName(by),
  }));
  const here = [...newCopies(noun)].map(([id, { at, values }]): NewDraft => ({
    id,
    title: String(values.title ?? '').trim() || untitled,
    at: new Date(at).toISOString(),
    by: null,
  }));
  return [...here.filter(({ id }) => !saved.some((s) => s.id === id)), ...saved];
}
