// How long the text is: its words without Markdown's marks, and the time that reading them takes.
import { useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import type { EditorForm } from '@/components/content/form';
import { readingMinutes } from '@/lib/item-text';
import { formatCount } from '@/lib/intl';

/** Returns how many words Markdown has. A word holds a letter or a digit, which marks don't; a link's address isn't read. */
export const wordsIn = (markdown: string): number =>
  markdown
    .replace(/\]\([^()\s]*\)/g, ']')
    .split(/[\s|]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

export function TextCounts({ form, name }: { form: EditorForm; name: string }) {
  const value = useDeferredValue(useWatch({ control: form.control, name }));
  const words = wordsIn(String(value));
  return (
    <p className="shrink-0 tabular-nums">
      {formatCount(words)} {words === 1 ? 'word' : 'words'} <span aria-hidden>·</span> {readingMinutes(words)} min read
    </p>
  );
}
