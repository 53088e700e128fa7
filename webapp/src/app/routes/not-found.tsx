// Every other address.
import { Link, useLocation } from 'react-router-dom';
import { buttonLook } from '@/components/ui/button';
import { MissingPage } from '../missing-page';

export default function NotFoundRoute() {
  const { pathname } = useLocation();
  return (
    <MissingPage
      head={{ title: 'Page Not Found', description: 'This page could not be found.', path: pathname }}
      title="Page Not Found"
      action={
        <>
          <Link to="/" className={buttonLook()}>
            Back to Home
          </Link>
          <Link to="/reviews" className={buttonLook({ variant: 'plain' })}>
            All Reviews
          </Link>
        </>
      }
    >
      <p>The page may have moved, or the link is mistyped.</p>
    </MissingPage>
  );
}
