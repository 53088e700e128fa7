// The masthead of the home page: the tagline, the search as its one action, two plain ways in, and beside them
// the latest judgement with its score.
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { buttonLook } from '@/components/ui/button';
import { SearchBox } from '@/components/ui/search-box';
import { useSite } from '@/hooks/use-site';
import { query } from '@/lib/api-client';
import type { CategoryLink } from '@/lib/categories';
import { categoryPath } from '@/lib/name-path';

interface Props {
  categories: readonly CategoryLink[];
  /** What stands beside the tagline: the first featured review, once it is there. */
  aside: ReactNode;
}

/** The specification's tagline. The sentence after it would not be true of every site. */
const ownTagline = 'Honest tech reviews';

/** Joins names as a sentence does: 'A, B and C'. */
const enumerate = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('');

export function Hero({ categories, aside }: Props) {
  const { name, tagline } = useSite();
  const title = (tagline || name).replace(/[^.!?…]$/, '$&.');
  const subjects = enumerate(categories.map((c) => c.name));
  const navigate = useNavigate();
  return (
    <section aria-label={tagline || name} className="border-b border-rule">
      <div className="grid gap-x-12 gap-y-10 pt-10 pb-10 wrap lg:grid-cols-12 lg:pt-14 lg:pb-14">
        <div className="lg:col-span-8">
          <h1 className="text-h1">
            {title}
            {tagline === ownTagline ? (
              <>
                {' '}
                <span className="text-muted">Measured, lived with, and scored without favour.</span>
              </>
            ) : null}
          </h1>
          <p className="mt-5 max-w-measure text-body text-secondary">
            In-depth, honest expert reviews{subjects ? ` of ${subjects}` : ''}: what we measured, what we liked, and what we would not buy
            again.
          </p>
          <div className="mt-8">
            <SearchBox label="Search reviews" onSearch={(search) => void navigate(`/reviews${query({ search })}`)} />
          </div>
          <p className="mt-4 flex flex-wrap gap-3">
            <Link to={categories[0] ? categoryPath(categories[0]) : '/reviews'} className={buttonLook({ variant: 'plain' })}>
              Browse Reviews
            </Link>
            <Link to="/tech-articles" className={buttonLook({ variant: 'plain' })}>
              Tech Articles
            </Link>
          </p>
        </div>
        <div className="border-t border-rule pt-6 empty:hidden lg:col-span-4 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-8">{aside}</div>
      </div>
    </section>
  );
}
