// The head of an admin list: the counts, and the ways to create items. On a phone all but the first are in a menu.
import { clsx } from 'clsx';
import { Braces, Copy, Ellipsis, Plus } from 'lucide-react';
import type { Ref } from 'react';
import type { Count } from '@/components/content/content-type';
import { Button } from '@/components/ui/button';
import { Menu } from '@/components/ui/menu';
import { useMedia } from '@/hooks/use-media';
import { formatCount } from '@/lib/intl';
import { showToast } from '@/stores/toasts';

interface Props {
  id: string;
  title: string;
  /** Whether the site has no items of the type, so that counts would be zeros. */
  isEmpty: boolean;
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

export function ListHeader({ id, title, isEmpty, counts, moreCounts, add, template, onAdd, onJson, ref }: Props) {
  const phone = useMedia('(width < 40rem)');
  const more = [
    { label: 'JSON Input', icon: <Braces {...icon} />, onSelect: onJson },
    { label: 'Copy Template', icon: <Copy {...icon} />, onSelect: () => void copyTemplate(template) },
  ];
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0 max-sm:contents">
        <h2 id={id} ref={ref} tabIndex={-1} className="text-h5 outline-none max-sm:grow max-sm:self-center">
          {title}
        </h2>
        <div className="mt-2 max-sm:order-last max-sm:-mt-2 max-sm:w-full">
          {isEmpty ? (
            <p className="text-small text-secondary">
              Moving from WordPress, Ghost or another Candor site? <code className="whitespace-nowrap">candor import FILE</code> brings its
              texts and pictures.
            </p>
          ) : (
            <>
              <Counts of={counts} />
              {moreCounts.length > 0 ? <Counts of={moreCounts} className="mt-1" /> : null}
            </>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:-mr-3 max-sm:gap-0">
        <Button onClick={onAdd}>
          <Plus {...icon} />
          {add}
        </Button>
        {phone ? (
          <Menu label="More ways to add" items={more}>
            <Ellipsis {...icon} className="size-5" />
          </Menu>
        ) : (
          more.map(({ label, icon, onSelect }) => (
            <Button key={label} variant="plain" onClick={onSelect}>
              {icon}
              {label}
            </Button>
          ))
        )}
      </div>
    </div>
  );
}

function Counts({ of, className }: { of: readonly Count[]; className?: string }) {
  return (
    <dl className={clsx('flex flex-wrap gap-x-6 gap-y-1 text-small tabular-nums max-sm:gap-x-4', className)}>
      {of.map(({ name, n }) => (
        <div key={name} className="flex gap-2">
          <dt className="text-muted">{name}</dt>
          <dd className="font-semibold">{n === undefined ? '–' : formatCount(n)}</dd>
        </div>
      ))}
    </dl>
  );
}
