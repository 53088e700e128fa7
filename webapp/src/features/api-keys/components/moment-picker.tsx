// Since when: a few usual moments, or one of one's own.
import { useState } from 'react';
import { momentOf } from '@/components/content/local-time';
import { DateField } from '@/components/ui/date-field';
import { SelectField } from '@/components/ui/select';
import { fullDate } from '@/components/ui/time-ago';
import { zoneName } from '@/lib/time-zone';

/** since is RFC 3339, null for ever, and undefined while there is none. */
export interface Moment {
  choice: 'hour' | 'day' | 'week' | 'ever' | 'custom';
  since: string | null | undefined;
}

const hours = { hour: 1, day: 24, week: 7 * 24 } as const;
const ago = (h: number) => new Date(Date.now() - h * 3_600_000).toISOString();

export const firstMoment = (): Moment => ({ choice: 'day', since: ago(hours.day) });

interface Props {
  moment: Moment;
  createdAt?: string | undefined;
  onChange: (moment: Moment) => void;
}

export function MomentPicker({ moment, createdAt, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const options = [
    { value: 'hour', label: 'The last hour' },
    { value: 'day', label: 'The last 24 hours' },
    { value: 'week', label: 'The last 7 days' },
    { value: 'ever', label: createdAt === undefined ? 'Ever' : `Since it was created, ${fullDate(createdAt)}` },
    { value: 'custom', label: 'Custom start time' },
  ];
  const custom = (text: string): Moment => ({ choice: 'custom', since: momentOf(text) ?? undefined });
  const choose = (value: string) => {
    if (value === 'custom') onChange(custom(typed));
    else if (value === 'ever') onChange({ choice: 'ever', since: null });
    else if (value === 'hour' || value === 'day' || value === 'week') onChange({ choice: value, since: ago(hours[value]) });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField label="Changes made in" options={options} value={moment.choice} onChange={(e) => choose(e.target.value)} />
      {moment.choice === 'custom' ? (
        <DateField
          label="Since"
          hint={`Time zone: ${zoneName()}.`}
          type="datetime-local"
          value={typed}
          onChange={(text) => {
            setTyped(text);
            onChange(custom(text));
          }}
        />
      ) : null}
    </div>
  );
}
