// The head of an admin list: the counts, and the ways to create items.
import { Braces, Copy, Plus } from 'lucide-react';
import type { Ref } from 'react';
import type { Count } from '@/components/content/content-type';
import { Button } from '@/components/ui/button';
import { showToast } from '@/stores/toasts';

interface Props {
  id: string;
  title: string;
  counts: readonly Count[];
  moreCounts: readonly Count[];
  /** The text of the first button: 'Add Review'. */
  add: string;
  template: string;
  onAdd: () => void;
  onJson: () => void;
  ref: Ref<HTMLHeadingElement>;
}

const icon = { 'aria-hidden': true, strokeWidth: 1.75, className: 'size-4' } as const;

async function copyTemplate(template: string) {
  try {
    await navigator.clipboard.writeText(template);
    showToast({ title: 'Template Copied' });
  } catch {
    showToast({ variant: 'destructive', title: 'Copy Failed', description: 'Could not copy to clipboard. Please copy manually.' });
  }
}

export function ListHeader({ id, title, counts, moreCounts, add, template, onAdd, onJson, ref }: Props) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h2 id={id} ref={ref} tabIndex={-1} className="text-h5 outline-none">
          {title}
        </h2>
        <Counts of={counts} className="mt-2" />
        {moreCounts.length > 0 ? <Counts of={moreCounts} className="mt-1" /> : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onAdd}>
          <Plus {...icon} />
          {add}
        </Button>
        <Button variant="plain" onClick={onJson}>
          <Braces {...icon} />
          JSON Input
        </Button>
        <Button variant="plain" onClick={() => void copyTemplate(template)}>
          <Copy {...icon} />
          Copy Template
        </Button>
      </div>
    </div>
  );
}

const grouped = new Intl.NumberFormat('en-US');

function Counts({ of, className }: { of: readonly Count[]; className: string }) {
  return (
    <dl className={`flex flex-wrap gap-x-6 gap-y-1 text-small tabular-nums ${className}`}>
      {of.map(({ name, n }) => (
        <div key={name} className="flex gap-2">
          <dt className="text-muted">{name}</dt>
          <dd className="font-semibold">{n === undefined ? '–' : grouped.format(n)}</dd>
        </div>
      ))}
    </dl>
  );
}
