// The subjects of the settings: a page each, in this order. Each page's code is loaded when it is opened.
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

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

export const subjects: readonly Subject[] = [];
