import { expect, it } from 'vitest';
import { shortcutText, ariaShortcut } from '@/lib/shortcut-text';
import { wordsIn } from './text-counts';

it('counts words as readers see them', () => {
  expect(wordsIn('# Battery life\n\nIt is **very** [quiet](https://a.example/b).\n- One\n\n| a | b |\n|---|---|\n| c | d |')).toBe(11);
  expect(wordsIn(' \n')).toBe(0);
});

it('names shortcuts as the keyboard does', () => {
  expect(shortcutText('Mod-Shift-7', false)).toBe('Ctrl+Shift+7');
  expect(shortcutText('Mod-b', true)).toBe('⌘B');
  expect(ariaShortcut('Mod-Alt-2', false)).toBe('Control+Alt+2');
});
