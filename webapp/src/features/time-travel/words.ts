// What the marks say.
import type { Mark } from '@/lib/api-types';
import { excerpt } from '@/lib/excerpt';
import { counted } from '@/lib/intl';
import { markNames, titleOf } from '@/lib/marks';
import type { MarkGroup } from './mark-groups';
import { dayName } from './moments';
import type { Stop } from './timeline';

const nouns: Record<Mark['type'], string> = { published: 'publication', correction: 'correction', update: 'update' };

/** '12 publications and 1 correction'. */
function countedByType(marks: readonly Mark[]): string {
  const parts = (['published', 'correction', 'update'] as const).flatMap((type) => {
    const n = marks.filter((mark) => mark.type === type).length;
    return n > 0 ? [counted(n, nouns[type])] : [];
  });
  return parts.join(parts.length > 2 ? ', ' : ' and ');
}

/** The most characters of a title in a sentence, which then takes three lines on a phone. */
const longest = 60;

/** 'After “The lamp” was published', or 'After 12 publications' of one moment. */
export function afterStop(stop: Stop | undefined): string {
  if (!stop) return 'Before the first of these changes';
  const [mark, ...others] = stop.marks;
  return mark && others.length === 0
    ? `After “${excerpt(titleOf(mark), longest)}” was ${markNames[mark.type].toLowerCase()}`
    : `After ${countedByType(stop.marks)}`;
}

/** 'Published: The lamp, November 3, 2026', or '12 publications, November 3, 2026'. */
export function groupName({ marks, first, last }: MarkGroup): string {
  const [mark, ...others] = marks;
  const days = [...new Set([first, last].map(dayName))].join(' – ');
  return `${mark && others.length === 0 ? `${markNames[mark.type]}: ${titleOf(mark)}` : countedByType(marks)}, ${days}`;
}
