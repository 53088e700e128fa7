// The header of every address of the dashboard, and what opens from it or by a shortcut: the palette, the list of shortcuts, and
// the way to the past. Their code is loaded on their first use. It also shows the tooltips of what is beneath it.
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { takeKeys, type EarlyKeys } from '@/components/palette/early-keys';
import { Tips } from '@/components/ui/tips';
import { AdminHeader } from '@/features/admin/components/admin-header';
import { lazyNamed } from '@/lib/lazy-named';
import { loadCode } from '@/lib/load-code';
import { overviewQuery } from '@/lib/overview';
import { useOpenEditor, type EditorCommands } from '@/stores/open-editor';
import { adminTabs } from './admin-tabs';
import type { DashboardPalette } from './palette/dashboard-palette';
import { useAdminGate } from './use-admin-gate';
import { useDashboardKeys } from './use-dashboard-keys';
import { useLogout } from './use-logout';

const ShortcutsDialog = lazyNamed(() => import('@/features/admin/components/shortcuts-dialog'), 'ShortcutsDialog');
const TimeTravelDialog = lazyNamed(() => import('@/features/time-travel/components/time-travel-dialog'), 'TimeTravelDialog');

export function DashboardHeader() {
  const signedIn = useAdminGate().state === 'in';
  const unread = useQuery({ ...overviewQuery, enabled: signedIn }).data?.messages.unread ?? 0;
  const logout = useLogout();
  const [open, setOpen] = useState<'palette' | 'shortcuts' | 'time travel' | null>(null);
  const [palette, setPalette] = useState<{ Palette: typeof DashboardPalette } | null>(null);
  const [editor, setEditor] = useState<ReturnType<EditorCommands> | null>(null);
  const close = () => setOpen(null);
  const taken = useRef<(() => EarlyKeys | null) | null>(null);
  const giveKeys = (): EarlyKeys | null => {
    const keys = taken.current?.() ?? null;
    taken.current = null;
    return keys;
  };

  const openPalette = async () => {
    if (!signedIn) return;
    if (taken.current) return; // it is on its way
    const keys = takeKeys();
    taken.current = keys;
    try {
      if (!palette) {
        const { DashboardPalette } = await loadCode(() => import('./palette/dashboard-palette'));
        setPalette({ Palette: DashboardPalette });
      }
    } catch (error) {
      giveKeys();
      throw error;
    }
    setEditor(useOpenEditor.getState().editor?.() ?? null);
    setOpen('palette');
  };
  const actions = {
    onPalette: () => void openPalette(),
    onTimeTravel: () => setOpen('time travel'),
    onShortcuts: () => setOpen('shortcuts'),
    onLogout: () => void logout(),
  };
  useDashboardKeys(actions);
  return (
    <>
      <AdminHeader tabs={adminTabs} unread={unread} {...actions} />
      {palette ? <palette.Palette open={open === 'palette'} editor={editor} onClose={close} early={giveKeys} {...actions} /> : null}
      <Suspense>
        {open === 'shortcuts' ? <ShortcutsDialog onClose={close} /> : null}
        {open === 'time travel' ? <TimeTravelDialog onClose={close} /> : null}
      </Suspense>
      <Tips />
    </>
  );
}
