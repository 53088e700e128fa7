// /privacy
import { StaticPage } from '@/components/layout/static-page';
import { Privacy } from '@/features/company/components/privacy';

const head = { title: 'Privacy Policy', description: 'What Candor stores about its readers, why, for how long, and how to have it deleted.', path: '/privacy' };

export default function PrivacyRoute() {
  return (
    <StaticPage head={head} title="Privacy Policy" lead="Last updated: December 2024.">
      <Privacy />
    </StaticPage>
  );
}
