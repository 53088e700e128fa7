// How long the text is, counted as its page counts it.
import { useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import type { EditorForm } from '@/components/content/form';
import { readingMinutes } from '@/lib/format';
import { plainText } from '@/lib/markup';

const grouped = new Intl.NumberFormat('en-US');

/** The words of Markdown, without its marks. */
export const wordsIn = (markdown: string): number => plainText(markdown).split(/\s+/).filter(Boolean).length;

export function TextCounts({ form, name }: { form: EditorForm; name: string }) {
  const value = useDeferredValue(useWatch({ control: form.control, name }));
  const words = wordsIn(String(value));
  return (
    <p className="shrink-0 tabular-nums">
      {grouped.format(words)} {words === 1 ? 'word' : 'words'} <span aria-hidden>·</span> {readingMinutes(words)} min read
    </p>
  );
}
