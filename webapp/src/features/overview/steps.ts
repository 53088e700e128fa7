// The words of the checklist, and where each of its steps is done.
import type { Step } from './api/checklist';

interface StepWords {
  title: string;
  text: string;
  links: readonly { to: string; label: string }[];
  /** A command for the server's terminal. */
  command?: string;
}

export const steps: Readonly<Record<Step, StepWords>> = {
  name: {
    title: 'Name the site',
    text: 'And choose its language, time zone, currency and logo.',
    links: [{ to: '/admin/settings/site', label: 'Site settings' }],
  },
  pages: {
    title: 'Read About, Privacy and Terms',
    text: 'They are examples, which speak of 2020 and 2024. Make them say what is true of you.',
    links: [{ to: '/admin/pages', label: 'Pages' }],
  },
  author: {
    title: 'Add an author',
    text: 'The people who write, with a picture and what readers should know about them.',
    links: [{ to: '/admin/settings/authors', label: 'Authors' }],
  },
  review: {
    title: 'Write the first review',
    text: 'It stays a draft until you publish it.',
    links: [{ to: '/admin/reviews/new', label: 'New review' }],
  },
  navigation: {
    title: 'Choose the navigation',
    text: 'The links in the header and the footer. The accounts elsewhere are examples.',
    links: [{ to: '/admin/settings/navigation', label: 'Navigation settings' }],
  },
  backup: {
    title: 'Make a backup',
    text: 'On the server. It is written and checked while the site runs.',
    links: [],
    command: 'candor backup site.candor',
  },
};
