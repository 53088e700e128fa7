// The link to every version of a review or an article, beside its dates.
import { Link } from 'react-router-dom';

export function HistoryLink({ to }: { to: string | undefined }) {
  if (to === undefined) return null;
  return (
    <Link to={to} data-noprint className="underline decoration-rule-strong underline-offset-4 hover:text-primary hover:decoration-current">
      History
    </Link>
  );
}
