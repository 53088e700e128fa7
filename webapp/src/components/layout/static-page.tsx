// A page of running text: about, privacy, terms.
import type { ReactNode } from 'react';
import type { PageHead } from '@/lib/seo';
import { Page } from './page';

interface Props {
  head: PageHead;
  title: string;
  lead: string;
  children: ReactNode;
}

export function StaticPage({ head, title, lead, children }: Props) {
  return (
    <Page head={head}>
      <h1 className="max-w-3xl text-h2 sm:text-h1">{title}</h1>
      <p className="mt-4 max-w-measure text-body text-secondary">{lead}</p>
      <div className="mt-10 grid max-w-measure gap-4 border-t border-rule pt-2 text-body [&_h2]:mt-8 [&_h2]:text-h4 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-5">{children}</div>
    </Page>
  );
}
