// The keyboard shortcuts of the dashboard, and the switch that turns those of a single key off.
import { Dialog } from '@/components/ui/dialog';
import { Switch } from '@/components/ui/switch';
import { shortcutText } from '@/lib/shortcut-text';
import { setSingleKeys, useSingleKeys } from '@/stores/single-keys';

const shortcuts = [
  { label: 'Search and run commands', key: 'Mod-k' },
  { label: 'Search the list', key: '/', single: true },
  { label: 'Show this list', key: '?', single: true },
  { label: 'Save a draft, in an editor', key: 'Mod-s' },
  { label: 'Close what is open', key: 'Esc' },
] as const;

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const on = useSingleKeys((s) => s.on);
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts" description="The text editor lists its own shortcuts in its toolbar.">
      <dl className="grid text-small">
        {shortcuts.map((shortcut) => (
          <div key={shortcut.label} className="flex justify-between gap-6 border-t border-rule py-2 first:border-t-0">
            <dt>{shortcut.label}</dt>
            <dd className="text-secondary">
              {'single' in shortcut && !on ? 'Off' : <kbd className="font-sans">{shortcutText(shortcut.key)}</kbd>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 border-t border-rule pt-5">
        <Switch
          label="Single-key shortcuts"
          hint="Turn them off if you use speech input. Saved in this browser."
          checked={on}
          onChange={setSingleKeys}
        />
      </div>
    </Dialog>
  );
}
