// The marks above the slider: a lane for corrections, and one for publications beneath it. They are for the eye and the pointer; the
// slider's keys and the buttons beneath it reach the same moments.
import { clsx } from 'clsx';
import { useMemo, type MouseEvent } from 'react';
import { MarkSign } from '@/components/content/mark-sign';
import { useSize } from '@/hooks/use-size';
import type { Mark } from '@/lib/api-types';
import { groupMarks, type MarkGroup } from '../mark-groups';
import type { Timeline } from '../timeline';
import { groupName } from '../words';

/** The least distance between two signs, and the farthest a click may miss one, in pixels. */
const gap = 14;
const reach = 16;

/** The width before it is known: about a phone's. */
const assumedWidth = 320;

const lanes: readonly ((mark: Mark) => boolean)[] = [(mark) => mark.type !== 'published', (mark) => mark.type === 'published'];

interface Props {
  timeline: Timeline;
  onChange: (moment: number) => void;
}

export function MarkLanes({ timeline, onChange }: Props) {
  const [ref, { width }] = useSize();
  const groups = useMemo(() => lanes.map((chosen) => groupMarks(timeline, chosen, gap / (width || assumedWidth))), [timeline, width]);
  return (
    <div ref={ref} aria-hidden className="mx-3">
      {groups.map((lane, i) => (
        <Lane key={i} groups={lane} onChange={onChange} />
      ))}
    </div>
  );
}

function Lane({ groups, onChange }: { groups: readonly MarkGroup[]; onChange: Props['onChange'] }) {
  const onClick = (e: MouseEvent<HTMLElement>) => {
    const { left, width } = e.currentTarget.getBoundingClientRect();
    const distance = (group: MarkGroup) => Math.abs(left + group.place * width - e.clientX);
    const [nearest] = groups.toSorted((a, b) => distance(a) - distance(b));
    if (nearest && distance(nearest) <= reach) onChange(nearest.last);
  };
  return (
    <div className="relative h-6" onClick={onClick}>
      {groups.map((group) => (
        <span
          key={group.last}
          data-tip={groupName(group)}
          style={{ left: `${100 * group.place}%` }}
          className="absolute inset-y-0 flex w-3.5 -translate-x-1/2 cursor-pointer items-center justify-center"
        >
          <span className={clsx('grid', group.marks.length > 1 && 'scale-150')}>
            <MarkSign type={group.marks[0]?.type ?? 'published'} />
          </span>
        </span>
      ))}
    </div>
  );
}
