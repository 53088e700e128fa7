// /terms
import { StaticPage } from '@/components/layout/static-page';
import { Terms } from '@/features/company/components/terms';

const head = { title: 'Terms of Service', description: 'The terms under which you read Candor.', path: '/terms' };

export default function TermsRoute() {
  return (
    <StaticPage head={head} title="Terms of Service" lead="Short, because there is little to agree on.">
      <Terms />
    </StaticPage>
  );
}
