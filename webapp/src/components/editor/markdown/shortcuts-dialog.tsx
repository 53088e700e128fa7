// The keys of the text, and how the focus leaves it.
import { Dialog } from '@/components/ui/dialog';
import { actionGroups } from './actions';
import { shortcutText } from '@/lib/shortcut-text';

const others = [
  { label: 'Save', key: 'Mod-s' },
  { label: 'Nest a list item, or take it out', key: 'Mod-] / Mod-[' },
  { label: 'Move lines up or down', key: 'Alt-↑ / Alt-↓' },
] as const;

const text = (key: string) =>
  key
    .split(' / ')
    .map((one) => shortcutText(one))
    .join(' / ');

export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const keys = [...actionGroups.flat().flatMap(({ label, key }) => (key ? [{ label, key }] : [])), ...others];
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Keyboard shortcuts"
      description="In the text, Tab and Shift+Tab move to the next and the previous field. Enter continues a list, and a second Enter ends it. Paste a URL over words to link them."
    >
      <dl className="grid text-small">
        {keys.map(({ label, key }) => (
          <div key={label} className="flex justify-between gap-6 border-t border-rule py-2 first:border-t-0">
            <dt>{label}</dt>
            <dd className="text-secondary tabular-nums">{text(key)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
