// /docs
import { Page } from '@/components/layout/page';
import { Docs } from '@/features/docs/components/docs';
import { breadcrumbs } from '@/lib/linked-data';
import type { PageHead } from '@/lib/page-head';

// Not in heads.ts, which every reader loads.
const head: PageHead = {
  title: 'API Documentation',
  description: 'Publish reviews and tech articles from a program: a quick start, a reference for every endpoint, and examples to download.',
  path: '/docs',
  data: [breadcrumbs({ name: 'API Documentation', path: '/docs' })],
};

export default function DocsRoute() {
  return (
    <Page head={head}>
      <h1 className="text-h2 sm:text-h1">API Documentation</h1>
      <p className="mt-4 mb-10 max-w-measure text-body text-secondary">{head.description}</p>
      <Docs />
    </Page>
  );
}
