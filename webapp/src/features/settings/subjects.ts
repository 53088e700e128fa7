// The subjects of the settings: a page each, in this order. Each page's code is loaded when it is opened.
import { LayoutGrid, Palette, UserRound, UsersRound, type LucideIcon } from 'lucide-react';
import { lazy, type ComponentType } from 'react';
import { loadCode } from '@/lib/load-code';

export interface Subject {
  /** Its part of the address: /admin/settings/{name}. */
  name: string;
  title: string;
  /** What can be set there, in one line. */
  description: string;
  icon?: LucideIcon;
  /** The page below its heading, loaded with lazy(). */
  Screen: ComponentType;
}

export const subjects: readonly Subject[] = [
  { name: 'account', title: 'Account', description: 'Your password, and where you are signed in.', icon: UserRound, Screen: lazy(() => loadCode(() => import('./components/account'))) },
  { name: 'appearance', title: 'Appearance', description: 'The theme of the site and the dashboard.', icon: Palette, Screen: lazy(() => loadCode(() => import('./components/appearance'))) },
  { name: 'authors', title: 'Authors', description: 'The people who write, as readers see them.', icon: UsersRound, Screen: lazy(() => loadCode(() => import('./components/authors'))) },
  { name: 'categories', title: 'Categories', description: 'Categories and their order.', icon: LayoutGrid, Screen: lazy(() => loadCode(() => import('./components/categories'))) },
];
