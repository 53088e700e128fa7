// The menu of whoever is signed in: what concerns the site and the account rather than one tab.
import { CircleUser, ExternalLink, History, LogOut, Settings } from 'lucide-react';
import { useState } from 'react';
import { Menu } from '@/components/ui/menu';
import { TimeTravelDialog } from './time-travel-dialog';

const icon = { 'aria-hidden': true, strokeWidth: 1.75, className: 'size-4' } as const;

export function AccountMenu({ onLogout }: { onLogout: () => void }) {
  const [travelling, setTravelling] = useState(false);
  return (
    <>
      <Menu
        label="Account"
        items={[
          { label: 'Settings', icon: <Settings {...icon} />, to: '/admin/settings' },
          { label: 'View site', icon: <ExternalLink {...icon} />, to: '/' },
          { label: 'Time travel', icon: <History {...icon} />, onSelect: () => setTravelling(true) },
          { label: 'Logout', icon: <LogOut {...icon} />, onSelect: onLogout },
        ]}
      >
        <CircleUser aria-hidden strokeWidth={1.75} className="size-5" />
      </Menu>
      {travelling ? <TimeTravelDialog onClose={() => setTravelling(false)} /> : null}
    </>
  );
}
