// What an address beyond the end of a list shows.
import { Link } from 'react-router-dom';
import { buttonLook } from '@/components/ui/button';
import type { ListFilter } from '@/lib/list-address';
import { listPath } from '@/lib/list-links';
import { MissingPage } from './missing-page';

export function MissingListPage({ path, name, filter }: { path: string; name: string; filter: ListFilter }) {
  return (
    <MissingPage
      head={{ title: 'Page Not Found', description: 'This page could not be found.', path }}
      title="Page Not Found"
      action={
        <Link to={listPath(path, filter)} className={buttonLook()}>
          Back to the first page
        </Link>
      }
    >
      <p>{name} has fewer pages than that.</p>
    </MissingPage>
  );
}
