// The tabs of the dashboard: links, so that each has its address and the back button works.
import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router-dom';

export interface Tab {
  to: string;
  label: string;
}

interface Props {
  tabs: readonly Tab[];
  /** The address of the tab that shows the unread messages' count. */
  unreadAt: string;
  unread: number;
}

export function AdminTabs({ tabs, unreadAt, unread }: Props) {
  const list = useRef<HTMLUListElement>(null);

  // On a narrow screen the tabs are a row to swipe; the current one is always in sight.
  useEffect(() => {
    const row = list.current;
    const current = row?.querySelector<HTMLElement>('[aria-current=page]');
    if (row && current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  });

  return (
    <nav aria-label="Dashboard" className="max-xl:w-full max-xl:min-w-0 xl:self-stretch">
      <ul ref={list} className="relative -mb-px flex h-full gap-6 overflow-x-auto scrollbar-none xl:gap-5">
        {tabs.map(({ to, label }) => (
          <li key={to} className="shrink-0">
            <NavLink
              to={to}
              className="flex h-full min-h-control items-center gap-2 border-b-2 border-transparent text-small font-semibold whitespace-nowrap text-secondary -outline-offset-2 hover:text-primary aria-[current]:border-primary aria-[current]:text-primary"
            >
              {label}{' '}
              {to === unreadAt && unread > 0 ? (
                <span className="rounded-full bg-accent px-2 text-caption text-on-accent tabular-nums">
                  {unread} <span className="sr-only">unread</span>
                </span>
              ) : null}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
