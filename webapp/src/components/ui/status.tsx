// The state of a row in one word: Published or Draft, Active or Inactive, Unread or Read. The word says it, the dot repeats it.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface Props {
  tone: 'good' | 'plain' | 'warn' | 'danger';
  children: ReactNode;
}

const dots = { good: 'bg-success', plain: 'border border-control', warn: 'bg-accent', danger: 'bg-danger' };

export function Status({ tone, children }: Props) {
  return (
    <span
      className={clsx('inline-flex items-center gap-2 text-small lg:whitespace-nowrap', tone === 'plain' ? 'text-muted' : 'font-semibold')}
    >
      <span aria-hidden className={clsx('size-2 shrink-0 rounded-full forced-color-adjust-none', dots[tone])} />
      {children}
    </span>
  );
}
