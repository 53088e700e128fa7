// Says at a search field that its text is too long.
import { tooLong } from '@/lib/search-limit';

export function SearchError({ id }: { id: string }) {
  return (
    <p id={id} role="alert" className="mt-2 text-small text-danger">
      {tooLong}
    </p>
  );
}
