// The toolbar of the text, which stays in sight above it. One of its buttons is in the order of Tab; the arrow keys go to the others.
import { ImagePlus, Keyboard } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { PicturePicker } from '@/components/media/picker';
import { Button } from '@/components/ui/button';
import type { LibraryPicture } from '@/lib/media';
import { actionGroups, type Action } from './actions';
import { useDesk } from './desk';
import { ShortcutsDialog } from './shortcuts-dialog';
import { ariaShortcut, shortcutText } from '@/lib/shortcut-text';
import { insertPictures } from './uploads';

const icon = { 'aria-hidden': true, strokeWidth: 1.75, className: 'size-4.5' } as const;

export function Toolbar() {
  const desk = useDesk();
  const [current, setCurrent] = useState('Heading 2');
  const [help, setHelp] = useState(false);
  const [choosing, setChoosing] = useState(false);

  const run = ({ run }: Action) => {
    const view = desk.view();
    if (!view) return;
    view.focus();
    run(view);
  };

  const insert = (pictures: LibraryPicture[]) => {
    // The dialog is gone before the text takes the focus.
    flushSync(() => setChoosing(false));
    const view = desk.view();
    if (!view) return;
    insertPictures(
      view,
      pictures.map(({ url, alt }) => ({ address: url, alt })),
    );
    setTimeout(() => view.focus());
  };

  const onKeyDown = (e: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...e.currentTarget.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const to = {
      ArrowRight: (at + 1) % buttons.length,
      ArrowLeft: (at - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    }[e.key];
    if (at < 0 || to === undefined) return;
    e.preventDefault();
    buttons[to]?.focus();
  };

  const place = (label: string) => ({ label, tabIndex: label === current ? 0 : -1, onFocus: () => setCurrent(label) });
  return (
    <div role="toolbar" aria-label="Formatting" onKeyDown={onKeyDown} className="flex items-center overflow-x-auto scrollbar-none">
      {actionGroups.map((actions, group) => (
        <Group key={group}>
          {actions.map((action) => (
            <Tool key={action.label} {...place(action.label)} shortcut={action.key} onPress={() => run(action)}>
              <action.icon {...icon} />
            </Tool>
          ))}
          {group === 2 ? (
            <Tool {...place('Image')} onPress={() => setChoosing(true)}>
              <ImagePlus {...icon} />
            </Tool>
          ) : null}
        </Group>
      ))}
      <Tool {...place('Keyboard shortcuts')} onPress={() => setHelp(true)}>
        <Keyboard {...icon} />
      </Tool>
      <ShortcutsDialog open={help} onClose={() => setHelp(false)} />
      {choosing ? <PicturePicker title="Insert images" several onChoose={insert} onClose={() => setChoosing(false)} /> : null}
    </div>
  );
}

const Group = ({ children }: { children: ReactNode }) => <div className="mr-1 flex shrink-0 border-r border-rule pr-1">{children}</div>;

interface ToolProps {
  label: string;
  shortcut?: string | undefined;
  tabIndex: number;
  onFocus: () => void;
  onPress: () => void;
  children: ReactNode;
}

function Tool({ label, shortcut, onPress, children, ...rest }: ToolProps) {
  return (
    <Button
      data-tip={shortcut ? `${label} (${shortcutText(shortcut)})` : label}
      variant="quiet"
      shape="icon"
      size="small"
      aria-label={label}
      aria-keyshortcuts={shortcut ? ariaShortcut(shortcut) : undefined}
      className="w-8.5! shrink-0 -outline-offset-2 pointer-coarse:w-control!"
      onMouseDown={(e) => e.preventDefault()} // the selection stays
      onClick={onPress}
      {...rest}
    >
      {children}
    </Button>
  );
}
