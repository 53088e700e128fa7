// /privacy
import { StaticPage } from '@/components/layout/static-page';
import { Privacy } from '@/features/company/components/privacy';
import { breadcrumbs } from '@/lib/linked-data';
import type { PageHead } from '@/lib/page-head';

const head: PageHead = { title: 'Privacy Policy', description: 'What data Candor stores, why, for how long, and how to have it erased.', path: '/privacy', data: [breadcrumbs({ name: 'Privacy Policy', path: '/privacy' })] };

export default function PrivacyRoute() {
  return (
    <StaticPage head={head} title="Privacy Policy" lead="Last updated: December 2024.">
      <Privacy />
    </StaticPage>
  );
}
