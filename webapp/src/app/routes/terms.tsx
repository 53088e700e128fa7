// /terms
import { StaticPage } from '@/components/layout/static-page';
import { Terms } from '@/features/company/components/terms';
import { breadcrumbs } from '@/lib/linked-data';
import type { PageHead } from '@/lib/page-head';

const head: PageHead = { title: 'Terms of Service', description: 'The terms for using Candor.', path: '/terms', data: [breadcrumbs({ name: 'Terms of Service', path: '/terms' })] };

export default function TermsRoute() {
  return (
    <StaticPage head={head} title="Terms of Service" lead="Short, because there is little to agree on.">
      <Terms />
    </StaticPage>
  );
}
