// /privacy
import { StaticPage } from '@/components/layout/static-page';
import { Privacy } from '@/features/company/components/privacy';
import { heads } from '../heads';

export default function PrivacyRoute() {
  return (
    <StaticPage head={heads.privacy} title="Privacy Policy" lead="Last updated: December 2024.">
      <Privacy />
    </StaticPage>
  );
}
