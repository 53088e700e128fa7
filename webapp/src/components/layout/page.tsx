// The frame of a page's content: its head, its landmark and its room.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useHead } from '@/hooks/use-head';
import { useSite } from '@/hooks/use-site';
import type { PageHead } from '@/lib/page-head';

interface Props {
  /** Null while it is not known: the head stays as it is. */
  head: PageHead | null;
  children: ReactNode;
  className?: string;
}

export function Page({ head, children, className }: Props) {
  useHead(head);
  const { name } = useSite();
  return (
    <div className={clsx('py-10 wrap md:py-14', className)}>
      {/* While a page does not know its headline (it loads, or has failed to), the publication's name stands in for it. */}
      {head === null ? <h1 className="sr-only">{name}</h1> : null}
      {children}
    </div>
  );
}

interface MessageProps {
  head: PageHead;
  title: string;
  children: ReactNode;
  action: ReactNode;
  below?: ReactNode;
}

/** A page that is one message, such as what was not found, and where to go. */
export function MessagePage({ head, title, children, action, below }: MessageProps) {
  return (
    <Page head={{ ...head, index: false }}>
      <h1 className="max-w-3xl text-h2 sm:text-h1">{title}</h1>
      <div className="mt-4 max-w-measure text-body text-secondary">{children}</div>
      <div className="mt-8 flex flex-wrap gap-3">{action}</div>
      {below}
    </Page>
  );
}
