// Where the reader is: links to the levels above, and the page itself.
import { Link } from 'react-router-dom';

interface Props {
  above: { to: string; name: string }[];
  here: string;
}

export function Breadcrumb({ above, here }: Props) {
  return (
    <nav aria-label="Breadcrumb" className="text-small text-muted">
      <ol className="flex flex-wrap gap-x-2 leading-6">
        {above.map(({ to, name }) => (
          <li key={to} className="flex gap-x-2">
            <Link to={to} className="underline-offset-2 hover:text-primary hover:underline">
              {name}
            </Link>
            <span aria-hidden>/</span>
          </li>
        ))}
        <li aria-current="page" className="max-w-full truncate text-secondary">
          {here}
        </li>
      </ol>
    </nav>
  );
}
