// Whether what is typed goes live later: the changes of something published, at the time in its form.
import { useWatch } from 'react-hook-form';
import type { Values } from '@/components/content/content-type';
import type { EditorForm } from '@/components/content/form';
import type { ContentItem } from '@/lib/content-calls';

/** Null: a new item. One that isn't published is saved at once, and only published later. */
export const isScheduled = (item: ContentItem | null, { isPublished, publishAt = '' }: Values): boolean =>
  item?.isPublished === true && isPublished === true && publishAt !== '';

export function useScheduled(form: EditorForm, item: ContentItem | null): boolean {
  const [isPublished, publishAt] = useWatch({ control: form.control, name: ['isPublished', 'publishAt'] });
  return isScheduled(item, { isPublished, publishAt });
}
