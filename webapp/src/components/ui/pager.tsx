// Steps through the pages of a list: Previous, at most five numbers around the page shown, Next (spec section 2).
import { clsx } from 'clsx';
import { Button } from './button';

interface Props {
  /** The page shown, from 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** The name for assistive technology: 'Pages of reviews'. */
  label: string;
}

const mostNumbers = 5;

/** The numbers to show: five around the page where there are that many. */
export function pageNumbers(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(mostNumbers / 2), pages - mostNumbers + 1));
  return Array.from({ length: Math.min(mostNumbers, pages) }, (_, i) => first + i);
}

export function Pager({ page, pages, onPage, label }: Props) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-1">
      <Button variant="plain" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      {pageNumbers(page, pages).map((n) => (
        <Button
          key={n}
          variant="quiet"
          size="small"
          aria-label={`Page ${n}`}
          aria-current={n === page ? 'page' : undefined}
          onClick={() => onPage(n)}
          className={clsx('min-w-9 tabular-nums pointer-coarse:min-w-control', n === page && 'bg-sunken text-primary')}
        >
          {n}
        </Button>
      ))}
      <Button variant="plain" size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
