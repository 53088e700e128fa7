// Edit and Preview, as tabs: the arrow keys go from one to the other.
import { clsx } from 'clsx';
import type { KeyboardEvent } from 'react';

type Tab = 'edit' | 'preview';

const tabs: { tab: Tab; text: string }[] = [
  { tab: 'edit', text: 'Edit' },
  { tab: 'preview', text: 'Preview' },
];

/** @param id the form's; the tabs are called after it. */
export function EditorTabs({ id, tab: chosen, onTab }: { id: string; tab: Tab; onTab: (tab: Tab) => void }) {
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.key !== 'ArrowLeft' && e.key !== 'ArrowRight') return;
    const other = chosen === 'edit' ? 'preview' : 'edit';
    onTab(other);
    document.getElementById(`${id}-${other}`)?.focus();
  };
  return (
    <div role="tablist" aria-label="View" onKeyDown={onKeyDown} className="flex gap-5 self-stretch px-2">
      {tabs.map(({ tab, text }) => (
        <button
          key={tab}
          id={`${id}-${tab}`}
          type="button"
          role="tab"
          aria-selected={tab === chosen}
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => onTab(tab)}
          className={clsx(
            '-mb-px min-h-control border-b-2 text-small font-semibold -outline-offset-2',
            tab === chosen ? 'border-accent text-primary' : 'border-transparent text-secondary hover:text-primary',
          )}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
