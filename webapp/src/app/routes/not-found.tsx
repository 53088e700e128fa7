// Every other address.
import { Link, useLocation } from 'react-router-dom';
import { MessagePage } from '@/components/layout/page';
import { buttonLook } from '@/components/ui/button';

export function NotFoundRoute() {
  const { pathname } = useLocation();
  return (
    <MessagePage
      head={{ title: 'Page Not Found', description: 'There is no page at this address.', path: pathname }}
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
      <p>There is nothing at this address. It may have moved, or the link that led here has a slip in it.</p>
    </MessagePage>
  );
}
