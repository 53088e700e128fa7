// The categories as tall tiles.
import { clsx } from 'clsx';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { CategoryTile } from '@/components/ui/category-icon';
import { tint } from '@/lib/tint';

interface Props {
  categories: readonly { slug: string; name: string; description?: string | null }[];
}

export function CategoryGrid({ categories }: Props) {
  return (
    <ul className="grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
      {categories.map(({ slug, name, description }) => (
        <li key={slug} className={clsx('group relative flex flex-col border-t border-rule pt-6 lg:min-h-60', tint(slug))}>
          <span aria-hidden className="absolute -top-px left-0 h-[3px] w-16 bg-tint transition-[width] duration-200 group-hover:w-full" />
          <CategoryTile slug={slug} className="size-11" />
          <h3 className="mt-5 text-h5">
            <Link to={`/category/${slug}`} className="cover-link">
              {name}
            </Link>
          </h3>
          {description ? <p className="mt-2 text-small text-secondary">{description}</p> : null}
          <ArrowRight aria-hidden strokeWidth={1.75} className="mt-auto hidden size-5 text-muted lg:block" />
        </li>
      ))}
    </ul>
  );
}
