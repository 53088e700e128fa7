// The menu of whoever is signed in: what concerns the site and the account rather than one tab.
import { CircleUser, ExternalLink, History, Keyboard, LogOut, Settings } from 'lucide-react';
import { Menu } from '@/components/ui/menu';

const icon = { 'aria-hidden': true, strokeWidth: 1.75, className: 'size-4' } as const;

export interface AccountActions {
  onTimeTravel: () => void;
  onShortcuts: () => void;
  onLogout: () => void;
}

export function AccountMenu({ onTimeTravel, onShortcuts, onLogout }: AccountActions) {
  return (
    <Menu
      label="Account"
      items={[
        { label: 'Settings', icon: <Settings {...icon} />, to: '/admin/settings' },
        { label: 'View site', icon: <ExternalLink {...icon} />, to: '/' },
        { label: 'Time travel', icon: <History {...icon} />, onSelect: onTimeTravel },
        { label: 'Keyboard shortcuts', icon: <Keyboard {...icon} />, onSelect: onShortcuts },
        { label: 'Logout', icon: <LogOut {...icon} />, onSelect: onLogout },
      ]}
    >
      <CircleUser aria-hidden strokeWidth={1.75} className="size-5" />
    </Menu>
  );
}
