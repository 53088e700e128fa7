// A page of running text: about, privacy, terms.
import type { ReactNode } from 'react';
import type { PageHead } from '@/lib/page-head';
import { Page } from './page';

interface Props {
  head: PageHead;
  title: string;
  lead: string;
  children: ReactNode;
}

// Plain headings, paragraphs and lists are enough in a running text.
const text =
  'grid max-w-measure gap-4 border-t border-rule pt-8 text-body lg:col-span-7 [&_h2]:mt-6 [&_h2]:text-h4 [&_h2:first-child]:mt-0 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-5';

export function StaticPage({ head, title, lead, children }: Props) {
  return (
    <Page head={head}>
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <h1 className="text-h2 sm:text-h1">{title}</h1>
          <p className="mt-4 text-body text-secondary">{lead}</p>
        </div>
        <div className={text}>{children}</div>
      </div>
    </Page>
  );
}
