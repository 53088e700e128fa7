// The command palette: a dialog with a field and the list of what it finds. The focus stays in the field; arrows move through the
// list, and Enter runs.
import * as Dialog from '@radix-ui/react-dialog';
import { ChevronLeft, Search } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { overlayLook } from '@/components/ui/dialog';
import { useReturnFocus } from '@/hooks/use-return-focus';
import { shortcutText } from '@/lib/shortcut-text';
import type { Command, CommandGroup } from './command';
import type { EarlyKeys } from './early-keys';

interface Props {
  groups: readonly CommandGroup[];
  search: string;
  onSearch: (search: string) => void;
  /** The field's label and placeholder. */
  label: string;
  /** Shown in place of an empty list. */
  empty: ReactNode;
  /** More is being found. */
  busy: boolean;
  /** The step that the palette is in, and the way back out of it. Its title is shown where no group's says it. */
  step?: { title: string | undefined; onBack: () => void } | undefined;
  onRun: (command: Command) => void;
  onClose: () => void;
  /** Returns what was pressed before the field was there; null if that included Escape. */
  early?: (() => EarlyKeys | null) | undefined;
}

const icon = { 'aria-hidden': true, strokeWidth: 1.75 } as const;

export function Palette({ groups, search, onSearch, label, empty, busy, step, onRun, onClose, early }: Props) {
  const id = useId();
  const focus = useReturnFocus(true);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  /** The command that was moved to; the first one if it isn't listed. */
  const [picked, setPicked] = useState<string | null>(null);
  const commands = groups.flatMap((group) => group.commands);
  const at = Math.max(
    0,
    commands.findIndex((command) => command.id === picked),
  );
  const current = commands[at];
  const optionId = (command: Command) => `${id}-${commands.indexOf(command)}`;

  // By keyboard only: what the pointer is on is in sight.
  const [moved, setMoved] = useState(0);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [moved, search]);

  const run = (command: Command) => {
    setPicked(null);
    onRun(command);
  };
  // Keys that were pressed while nothing was listed yet apply to what is listed then.
  const [waiting, setWaiting] = useState<Omit<EarlyKeys, 'text'> | null>(null);
  const press = ({ moves, enter }: Omit<EarlyKeys, 'text'>) => {
    if (commands.length === 0) {
      setWaiting(busy ? { moves: (waiting?.moves ?? 0) + moves, enter: enter || waiting?.enter === true } : null);
      return;
    }
    setWaiting(null);
    const to = commands.at((at + moves) % commands.length);
    if (enter && to) run(to);
    else setPicked(to?.id ?? null);
    setMoved(moved + 1);
  };
  const listed = useEffectEvent(() => {
    if (waiting && (commands.length > 0 || !busy)) press(waiting);
  });
  useEffect(() => {
    if (waiting) queueMicrotask(() => listed());
  }, [waiting, commands.length, busy]);
  const back = () => {
    setPicked(null);
    step?.onBack();
    field.current?.focus();
  };
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.nativeEvent.isComposing) return;
    if (e.key === 'ArrowDown') press({ moves: 1, enter: false });
    else if (e.key === 'ArrowUp') press({ moves: -1, enter: false });
    else if (e.key === 'Enter') press({ moves: 0, enter: true });
    else if (e.key === 'Backspace' && search === '' && step) back();
    else return;
    e.preventDefault();
  };

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayLook} />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          onOpenAutoFocus={(e) => {
            e.preventDefault();
            field.current?.focus();
            if (!early) return;
            const keys = early();
            if (!keys) {
              onClose();
              return;
            }
            if (keys.text !== '') {
              if (field.current) field.current.value = keys.text; // the next key may come before the field is rendered again
              onSearch(keys.text);
            }
            if (keys.moves !== 0 || keys.enter) setWaiting(keys);
          }}
          className="fixed inset-x-3 top-3 z-40 mx-auto flex max-h-[min(30rem,calc(100dvh-1.5rem))] max-w-xl flex-col overflow-hidden rounded-lg border border-rule-strong bg-page text-primary shadow-raised outline-none sm:top-[12vh] motion-safe:animate-[appear_120ms_var(--ease-out)]"
        >
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <div className="flex shrink-0 items-center gap-2 border-b border-rule px-3">
            {step ? (
              <Button variant="quiet" size="small" aria-label="Back" className="-ml-1 px-1!" onClick={back}>
                <ChevronLeft {...icon} className="size-5" />
              </Button>
            ) : (
              <Search {...icon} className="size-4 shrink-0 text-muted" />
            )}
            {step?.title ? <span className="shrink-0 rounded-sm bg-sunken px-2 py-1 text-caption font-medium">{step.title}</span> : null}
            <input
              dir="auto"
              ref={field}
              role="combobox"
              aria-label={label}
              aria-autocomplete="list"
              aria-expanded={commands.length > 0}
              aria-controls={`${id}-list`}
              aria-activedescendant={current ? optionId(current) : undefined}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              placeholder={label}
              value={search}
              onChange={(e) => {
                setPicked(null);
                setWaiting(null);
                onSearch(e.target.value);
              }}
              onKeyDown={onKeyDown}
              className="h-12 min-w-0 grow bg-transparent text-base outline-none placeholder:text-muted"
            />
          </div>
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label="Commands"
            className="min-h-0 grow overflow-y-auto overscroll-contain px-2 pb-2 empty:hidden"
          >
            {groups.map(({ title, commands }) => (
              <div key={title} role="group" aria-label={title}>
                <p aria-hidden className="px-2 pt-3 pb-1 text-caption font-semibold text-muted">
                  {title}
                </p>
                {commands.map((command) => (
                  <Option
                    key={command.id}
                    id={optionId(command)}
                    command={command}
                    selected={command === current}
                    onPoint={() => setPicked(command.id)}
                    onRun={() => run(command)}
                  />
                ))}
              </div>
            ))}
          </div>
          {current ? null : <p className="px-4 py-5 text-small text-secondary">{busy ? 'Searching...' : empty}</p>}
          <p role="status" className="sr-only">
            {busy ? '' : commands.length === 0 ? 'Nothing found' : `${commands.length} ${commands.length === 1 ? 'result' : 'results'}`}
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface OptionProps {
  id: string;
  command: Command;
  selected: boolean;
  onPoint: () => void;
  onRun: () => void;
}

function Option({ id, command, selected, onPoint, onRun }: OptionProps) {
  const { label, icon: Icon, detail, shortcut } = command;
  return (
    <div
      id={id}
      role="option"
      aria-selected={selected}
      onPointerDown={(e) => e.preventDefault()} // the field keeps the focus
      // A list that moves under a resting pointer chooses nothing.
      onPointerMove={selected ? undefined : ({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && onPoint()}
      onClick={onRun}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-2 py-1.5 text-small aria-selected:bg-sunken pointer-coarse:min-h-control forced-colors:aria-selected:bg-[Highlight] forced-colors:aria-selected:text-[HighlightText] forced-colors:aria-selected:forced-color-adjust-none"
    >
      {Icon ? <Icon {...icon} className="size-4 shrink-0 text-muted" /> : null}
      <span className="line-clamp-2 min-w-0 grow [overflow-wrap:anywhere]">{label}</span>
      {detail ? <span className="shrink-0 text-caption text-muted">{detail}</span> : null}
      {shortcut ? <kbd className="shrink-0 font-sans text-caption text-muted">{shortcutText(shortcut)}</kbd> : null}
    </div>
  );
}
