// /terms
import { StaticPage } from '@/components/layout/static-page';
import { Terms } from '@/features/company/components/terms';
import { heads } from '../heads';

export default function TermsRoute() {
  return (
    <StaticPage head={heads.terms} title="Terms of Service" lead="Short, because there is little to agree on.">
      <Terms />
    </StaticPage>
  );
}
