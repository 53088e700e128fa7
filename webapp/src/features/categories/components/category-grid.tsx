// The categories as tall tiles.
import { clsx } from 'clsx';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { CategoryTile } from '@/components/ui/category-icon';
import { categoryPath } from '@/lib/name-path';
import { tint } from '@/lib/tint';

interface Props {
  categories: readonly { slug: string; name: string; description?: string | null }[];
}

export function CategoryGrid({ categories }: Props) {
  return (
    <ul className="grid gap-x-6 gap-y-6 sm:grid-cols-2 sm:gap-y-8 lg:grid-cols-4">
      {categories.map(({ slug, name, description }) => (
        <li
          key={slug}
          className={clsx('group relative flex gap-4 border-t border-rule pt-5 sm:flex-col sm:gap-5 sm:pt-6 lg:min-h-60', tint(slug))}
        >
          <span aria-hidden className="absolute -top-px left-0 h-[3px] w-16 bg-tint transition-[width] duration-200 group-hover:w-full" />
          <CategoryTile slug={slug} className="size-11 shrink-0" />
          <div>
            <h3 className="text-h5">
              <Link to={categoryPath({ slug })} className="cover-link">
                {name}
              </Link>
            </h3>
            {description ? <p className="mt-1.5 text-small text-secondary sm:mt-2">{description}</p> : null}
          </div>
          <ArrowRight aria-hidden strokeWidth={1.75} className="mt-auto hidden size-5 text-muted lg:block" />
        </li>
      ))}
    </ul>
  );
}
