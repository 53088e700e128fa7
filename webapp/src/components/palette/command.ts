// The commands of the palette.
import type { LucideIcon } from 'lucide-react';

export interface Command {
  /** Unique in the palette. */
  id: string;
  label: string;
  icon?: LucideIcon;
  /** More about it, after the label. */
  detail?: string;
  /** Other words that find it. */
  keywords?: string;
  /** Its shortcut, as shortcutText takes it. */
  shortcut?: string;
  run: () => void;
  /** Whether the palette stays open, as for what leads deeper into it. */
  stays?: boolean;
}

export interface CommandGroup {
  title: string;
  commands: readonly Command[];
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Reports whether a text contains every word of the search. */
export function fits(text: string, search: string): boolean {
  const within = plain(text);
  return plain(search)
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** Returns the commands whose words fit the search; groups without any are left out. */
export function matching(groups: readonly CommandGroup[], search: string): CommandGroup[] {
  return groups
    .map(({ title, commands }) => ({
      title,
      commands: commands.filter(({ label, keywords = '' }) => fits(`${label} ${keywords} ${title}`, search)),
    }))
    .filter(({ commands }) => commands.length > 0);
}
