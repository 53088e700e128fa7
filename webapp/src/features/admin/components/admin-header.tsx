// The dashboard's own header: its tabs, and the way to the site, the theme and the account. On wide screens it is one row. On
// others the tabs are a second row, which alone stays in sight when the page is scrolled.
import { ExternalLink, LogOut, Mail, Search } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ThemeToggle } from '@/components/layout/theme-toggle';
import { Button, buttonLook } from '@/components/ui/button';
import { Ring } from '@/components/ui/ring';
import { ariaShortcut, shortcutText } from '@/lib/shortcut-text';
import { AccountMenu, type AccountActions } from './account-menu';
import { AdminTabs, type Tab } from './admin-tabs';

interface Props extends AccountActions {
  tabs: readonly Tab[];
  /** How many messages are unread. */
  unread: number;
  onPalette: () => void;
}

const paletteKey = 'Mod-k';
const messages = '/admin/messages';

const icon = { 'aria-hidden': true, strokeWidth: 1.75, className: 'size-5' } as const;

export function AdminHeader({ tabs, unread, onPalette, ...account }: Props) {
  return (
    <header data-shell className="sticky top-0 z-30 border-b border-rule bg-page max-xl:-top-12 max-xl:has-focus-visible:top-0">
      <div className="flex flex-wrap items-center gap-x-6 wrap xl:h-14">
        <div className="flex items-center gap-2">
          <Ring filled={0.92} className="size-6" />
          <h1 className="font-sans text-small font-semibold tracking-normal max-[22rem]:sr-only">Dashboard</h1>
        </div>
        <div className="-mr-3 ml-auto flex h-12 min-w-0 items-center xl:order-last">
          {/* The tab with this count may be out of sight. */}
          {unread > 0 ? (
            <Link
              to={messages}
              aria-label={`${unread} unread ${unread === 1 ? 'message' : 'messages'}`}
              className={buttonLook({ variant: 'quiet', className: 'px-2.5! sm:hidden' })}
            >
              <Mail {...icon} />
              <span className="text-caption tabular-nums">{unread > 99 ? '99+' : unread}</span>
            </Link>
          ) : null}
          <Button
            data-tip={`Search and commands (${shortcutText(paletteKey)})`}
            variant="quiet"
            shape="icon"
            aria-label="Search and commands"
            aria-keyshortcuts={ariaShortcut(paletteKey)}
            aria-haspopup="dialog"
            onClick={onPalette}
          >
            <Search {...icon} />
          </Button>
          <Link
            data-tip="View site"
            to="/"
            aria-label="View site"
            className={buttonLook({ variant: 'quiet', shape: 'icon', className: 'max-md:hidden' })}
          >
            <ExternalLink {...icon} />
          </Link>
          <ThemeToggle />
          <AccountMenu {...account} />
          <Button data-tip="Logout" variant="quiet" shape="icon" aria-label="Logout" onClick={account.onLogout} className="max-md:hidden">
            <LogOut {...icon} />
          </Button>
        </div>
        <AdminTabs tabs={tabs} unreadAt={messages} unread={unread} />
      </div>
    </header>
  );
}
