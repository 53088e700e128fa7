// /about
import { StaticPage } from '@/components/layout/static-page';
import { About } from '@/features/company/components/about';

const head = { title: 'About Us', description: 'Candor has published honest tech reviews since 2020: our mission, what we value, how we score and how we earn.', path: '/about' };

export default function AboutRoute() {
  return (
    <StaticPage head={head} title="About Us" lead="Candor has published honest tech reviews since 2020.">
      <About />
    </StaticPage>
  );
}
