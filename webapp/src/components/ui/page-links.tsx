// The pages of a list as links: Previous, at most five numbers around the page shown, Next.
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { buttonLook } from './button';
import { pageNumbers } from './pager';

interface Props {
  /** The page shown, from 1. */
  page: number;
  pages: number;
  /** The address of a page. */
  to: (page: number) => string;
  /** The name for assistive technology: 'Pages of reviews'. */
  label: string;
}

export function PageLinks({ page, pages, to, label }: Props) {
  if (pages <= 1) return null;
  const step = buttonLook({ variant: 'plain' });
  return (
    <nav aria-label={label} className="mt-14 flex flex-wrap items-center gap-1 border-t border-rule pt-6">
      {page > 1 ? (
        <Link to={to(page - 1)} rel="prev" className={step}>
          Previous
        </Link>
      ) : null}
      {pageNumbers(page, pages).map((n) => (
        <Link
          key={n}
          to={to(n)}
          aria-label={`Page ${n}`}
          aria-current={n === page ? 'page' : undefined}
          className={buttonLook({
            variant: 'quiet',
            className: clsx('min-w-control tabular-nums', n === page && 'bg-sunken text-primary'),
          })}
        >
          {n}
        </Link>
      ))}
      {page < pages ? (
        <Link to={to(page + 1)} rel="next" className={step}>
          Next
        </Link>
      ) : null}
    </nav>
  );
}
