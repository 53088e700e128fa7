// /about
import { StaticPage } from '@/components/layout/static-page';
import { About } from '@/features/company/components/about';
import { heads } from '../heads';

export default function AboutRoute() {
  return (
    <StaticPage head={heads.about} title="About Us" lead="Candor has published honest tech reviews since 2020.">
      <About />
    </StaticPage>
  );
}
