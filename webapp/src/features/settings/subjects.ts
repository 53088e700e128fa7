// The subjects of the settings: a page each, in this order. Each page's code is loaded when it is opened.
import { Compass, LayoutGrid, Newspaper, Palette, ShieldCheck, Store, Tags, UserRound, UsersRound, type LucideIcon } from 'lucide-react';
import { createElement, lazy, type ComponentType } from 'react';
import { loadCode } from '@/lib/load-code';
import type { SectionName } from '@/lib/settings';

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

/** Returns the form of a section of the site's settings. */
const section = (name: SectionName) =>
  lazy(async () => {
    const { SectionScreen } = await loadCode(() => import('./components/section-screen'));
    return { default: () => createElement(SectionScreen, { name }) };
  });

export const subjects: readonly Subject[] = [
  {
    name: 'site',
    title: 'Site',
    description: 'What the site is called, how it looks, and its language, time zone and currency.',
    icon: Store,
    Screen: section('site'),
  },
  {
    name: 'navigation',
    title: 'Navigation',
    description: 'The links in the header and the footer of every page.',
    icon: Compass,
    Screen: section('navigation'),
  },
  {
    name: 'publication',
    title: 'Publication',
    description: 'What the publication says of itself, and how much of its history readers see.',
    icon: Newspaper,
    Screen: section('publication'),
  },
  {
    name: 'privacy',
    title: 'Privacy',
    description: 'What is stored of visitors and of those who write to you, and for how long.',
    icon: ShieldCheck,
    Screen: section('privacy'),
  },
  {
    name: 'account',
    title: 'Account',
    description: 'Your password, and where you are signed in.',
    icon: UserRound,
    Screen: lazy(() => loadCode(() => import('./components/account'))),
  },
  {
    name: 'appearance',
    title: 'Appearance',
    description: 'The theme of the site and the dashboard.',
    icon: Palette,
    Screen: lazy(() => loadCode(() => import('./components/appearance'))),
  },
  {
    name: 'authors',
    title: 'Authors',
    description: 'The people who write, as readers see them.',
    icon: UsersRound,
    Screen: lazy(() => loadCode(() => import('./components/authors'))),
  },
  {
    name: 'categories',
    title: 'Categories',
    description: 'Categories and their order.',
    icon: LayoutGrid,
    Screen: lazy(() => loadCode(() => import('./components/categories'))),
  },
  {
    name: 'tags',
    title: 'Tags and brands',
    description: 'Descriptions shown on the pages of tags and brands.',
    icon: Tags,
    Screen: lazy(() => loadCode(() => import('./components/names'))),
  },
];
