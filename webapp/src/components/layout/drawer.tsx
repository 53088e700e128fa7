// The navigation of small screens: a side drawer. It is a native modal dialog, which keeps focus inside, closes with
// Escape and returns the focus, and needs no script to hold the page still (styles/main.css does).
import { Menu, X } from 'lucide-react';
import { useRef, type MouseEvent } from 'react';
import { NavLink } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { CategoryTile } from '@/components/ui/category-icon';
import { useSite } from '@/hooks/use-site';
import type { CategoryLink } from '@/lib/categories';
import { categoryPath } from '@/lib/name-path';
import type { NavigationFrom } from './header-room';
import { Logo } from './logo';
import { SiteLink } from './site-link';

const id = 'drawer';

/** Lets a button open or close the drawer where no script does. Where one does, it keeps the browser from doing it, too. */
const invoke = (command: 'show-modal' | 'close') => ({ command, commandfor: id });

const row = 'flex min-h-12 items-center gap-3 border-b border-rule text-base font-medium text-secondary aria-[current]:text-primary';

const hidden = { lg: 'lg:hidden', xl: 'xl:hidden', never: '' };

interface Props {
  categories: readonly CategoryLink[];
  /** The width from which on the header has the navigation itself. */
  below: NavigationFrom;
}

export function Drawer({ categories, below }: Props) {
  const { header } = useSite();
  const dialog = useRef<HTMLDialogElement>(null);
  const open = (e: MouseEvent) => {
    e.preventDefault();
    dialog.current?.showModal();
  };
  const close = () => dialog.current?.close();
  return (
    <>
      <Button
        variant="quiet"
        shape="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        className={hidden[below]}
        {...invoke('show-modal')}
        onClick={open}
      >
        <Menu aria-hidden strokeWidth={1.75} className="size-6" />
      </Button>
      <dialog
        ref={dialog}
        id={id}
        aria-label="Menu"
        onClick={(e) => {
          // A press on the backdrop, or on any link, closes it.
          if (e.target === e.currentTarget || (e.target instanceof Element && e.target.closest('a'))) close();
        }}
        className="my-0 mr-0 ml-auto h-dvh max-h-none w-80 max-w-[85vw] bg-page text-primary open:flex open:flex-col motion-safe:open:animate-[slide-in_180ms_var(--ease-out)]"
      >
        <div className="flex h-header shrink-0 items-center justify-between gap-2 border-b border-rule px-4">
          <Logo />
          <Button
            variant="quiet"
            shape="icon"
            aria-label="Close menu"
            {...invoke('close')}
            onClick={(e) => {
              e.preventDefault();
              close();
            }}
          >
            <X aria-hidden strokeWidth={1.75} className="size-6" />
          </Button>
        </div>
        <nav aria-label="Menu" className="grow overflow-y-auto px-4 pb-8">
          <ul>
            {header.map((link, i) => (
              <li key={i}>
                <SiteLink link={link} end className={row} />
              </li>
            ))}
          </ul>
          <h2 className="mt-8 mb-2 kicker font-sans">Review Categories</h2>
          <ul>
            {categories.map(({ slug, name }) => (
              <li key={slug}>
                <NavLink to={categoryPath({ slug })} className={row}>
                  <CategoryTile slug={slug} className="size-8" />
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </dialog>
    </>
  );
}
