// Shortcuts as people and assistive technology read them.

const isMac = typeof navigator !== 'undefined' && /Mac|iP(?:hone|ad)/.test(navigator.userAgent);

/** 'Mod-Shift-7' as 'Ctrl+Shift+7', or '⌘⇧7' on a Mac. */
export function shortcutText(key: string, mac = isMac): string {
  const parts = key.split('-').map((part) => (part.length === 1 ? part.toUpperCase() : part));
  const names: Record<string, string> = mac ? { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' } : { Mod: 'Ctrl' };
  return parts.map((part) => names[part] ?? part).join(mac ? '' : '+');
}

/** For aria-keyshortcuts: 'Control+Shift+7'. */
export const ariaShortcut = (key: string, mac = isMac): string =>
  key
    .split('-')
    .map((part) => (part === 'Mod' ? (mac ? 'Meta' : 'Control') : part.length === 1 ? part.toUpperCase() : part))
    .join('+');
