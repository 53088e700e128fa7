// /about
import { StaticPage } from '@/components/layout/static-page';
import { About } from '@/features/company/components/about';
import { breadcrumbs } from '@/lib/linked-data';
import type { PageHead } from '@/lib/page-head';

const head: PageHead = { title: 'About Us', description: 'Who we are, what we test and how: Candor has published honest reviews since 2020.', path: '/about', data: [breadcrumbs({ name: 'About Us', path: '/about' })] };

export default function AboutRoute() {
  return (
    <StaticPage head={head} title="About Us" lead="Candor has published honest tech reviews since 2020.">
      <About />
    </StaticPage>
  );
}
