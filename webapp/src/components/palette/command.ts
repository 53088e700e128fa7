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

/** Returns the commands in whose words every word of the search begins or is contained; groups without any are left out. */
export function matching(groups: readonly CommandGroup[], search: string): CommandGroup[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return groups
    .map(({ title, commands }) => ({
      title,
      commands: commands.filter(({ label, keywords = '' }) => {
        const text = plain(`${label} ${keywords} ${title}`);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ commands }) => commands.length > 0);
}
