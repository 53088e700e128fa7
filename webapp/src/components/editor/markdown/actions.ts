// The toolbar's actions, with their shortcuts.
import { redo, undo } from '@codemirror/commands';
import { openSearchPanel } from '@codemirror/search';
import type { StateCommand } from '@codemirror/state';
import type { Command, KeyBinding } from '@codemirror/view';
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Search,
  Strikethrough,
  Table,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { toggleCode } from './code-command';
import { toggleBullets, toggleHeading, toggleNumbers, toggleQuote } from './line-commands';
import { insertLink } from './link-commands';
import { toggleMark } from './mark-commands';
import { insertOrTidyTable } from './table-commands';

export interface Action {
  label: string;
  icon: LucideIcon;
  run: Command;
  /** As CodeMirror writes it: Mod is Cmd on a Mac and Ctrl elsewhere. */
  key?: string;
  /** The shortcut is bound elsewhere, and only named here. */
  bound?: boolean;
}

/** A command of the state as one of the view. */
const on =
  (command: StateCommand): Command =>
  (view) =>
    command(view);

/** In groups, as the toolbar shows them. */
export const actionGroups: readonly (readonly Action[])[] = [
  [
    { label: 'Heading 2', icon: Heading2, run: on(toggleHeading(2)), key: 'Mod-Alt-2' },
    { label: 'Heading 3', icon: Heading3, run: on(toggleHeading(3)), key: 'Mod-Alt-3' },
  ],
  [
    { label: 'Bold', icon: Bold, run: on(toggleMark('**')), key: 'Mod-b' },
    { label: 'Italic', icon: Italic, run: on(toggleMark('*')), key: 'Mod-i' },
    { label: 'Strikethrough', icon: Strikethrough, run: on(toggleMark('~~')) },
    { label: 'Link', icon: Link, run: on(insertLink), key: 'Mod-k' },
  ],
  [
    { label: 'Bulleted list', icon: List, run: on(toggleBullets), key: 'Mod-Shift-8' },
    { label: 'Numbered list', icon: ListOrdered, run: on(toggleNumbers), key: 'Mod-Shift-7' },
    { label: 'Quote', icon: Quote, run: on(toggleQuote) },
    { label: 'Code', icon: Code, run: on(toggleCode) },
    { label: 'Insert or tidy table', icon: Table, run: on(insertOrTidyTable) },
  ],
  [
    { label: 'Undo', icon: Undo2, run: on(undo), key: 'Mod-z', bound: true },
    { label: 'Redo', icon: Redo2, run: on(redo), key: 'Mod-Shift-z', bound: true },
    { label: 'Find and replace', icon: Search, run: openSearchPanel, key: 'Mod-f', bound: true },
  ],
];

export const actionKeys: readonly KeyBinding[] = actionGroups
  .flat()
  .flatMap(({ key, run, bound }) => (key && !bound ? [{ key, run, preventDefault: true }] : []));
