// A button that opens a short list of actions: arrows walk it, Escape and a press elsewhere close it, and the focus
// returns to the button. Near an edge of the window, the list opens away from it.
import { clsx } from 'clsx';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buttonLook } from './button';

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  /** An address, for what leads somewhere. */
  to?: string;
  onSelect?: () => void;
  disabled?: boolean;
}

interface Props {
  /** Names the button. */
  label: string;
  items: readonly MenuItem[];
  /** The button's content. */
  children: ReactNode;
}

const look =
  'flex min-h-control w-full items-center gap-3 px-4 text-left text-small hover:bg-sunken *:shrink-0 focus-visible:bg-sunken focus-visible:outline-none disabled:opacity-60';

const usual = 'top-full right-0';

/** Where a list fits into the window: below its button if it can, and to the left. */
function placeOf(list: HTMLElement, button: HTMLElement): string {
  const at = button.getBoundingClientRect();
  const above = at.bottom + list.offsetHeight > window.innerHeight && at.top >= list.offsetHeight;
  const rightwards = at.right < list.offsetWidth;
  return clsx(above ? 'bottom-full' : 'top-full', rightwards ? 'left-0' : 'right-0');
}

export function Menu({ label, items, children }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(usual);

  useLayoutEffect(() => {
    if (open && button.current && list.current) setPlace(placeOf(list.current, button.current));
  }, [open]);

  useEffect(() => {
    if (!open) return;
    const entries = root.current?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)');
    entries?.[0]?.focus();
    const onPress = (e: PointerEvent) => {
      if (e.target instanceof Node && !root.current?.contains(e.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open]);

  const onKeyDown = (e: KeyboardEvent) => {
    if (!open) return;
    const entries = [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? [])];
    const at = entries.indexOf(document.activeElement as HTMLElement);
    const to = {
      ArrowDown: (at + 1) % entries.length,
      ArrowUp: (at - 1 + entries.length) % entries.length,
      Home: 0,
      End: entries.length - 1,
    }[e.key];
    if (to !== undefined) {
      e.preventDefault();
      entries[to]?.focus();
    } else if (e.key === 'Escape') {
      e.preventDefault();
      setOpen(false);
      button.current?.focus();
    } else if (e.key === 'Tab') {
      setOpen(false);
    }
  };

  // The focus goes back first, so that a dialog that opens next returns it there.
  const select = (item: MenuItem) => {
    button.current?.focus();
    setOpen(false);
    item.onSelect?.();
  };

  return (
    <div ref={root} onKeyDown={onKeyDown} className="relative">
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className={buttonLook({ variant: 'quiet', shape: 'icon' })}
      >
        {children}
      </button>
      {open ? (
        <div
          ref={list}
          id={id}
          role="menu"
          aria-label={label}
          className={clsx(
            place,
            'absolute z-20 w-max max-w-[calc(100vw-2rem)] min-w-44 rounded-sm border border-rule-strong bg-page py-1 shadow-raised',
          )}
        >
          {items.map((item) =>
            item.to && !item.disabled ? (
              <Link key={item.label} role="menuitem" tabIndex={-1} to={item.to} className={look} onClick={() => select(item)}>
                {item.icon}
                {item.label}
              </Link>
            ) : (
              <button
                key={item.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                disabled={item.disabled}
                className={look}
                onClick={() => select(item)}
              >
                {item.icon}
                {item.label}
              </button>
            ),
          )}
        </div>
      ) : null}
    </div>
  );
}
