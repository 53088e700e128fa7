// The 'Review Categories' dropdown: a button that shows a list of links. Plain links rather than a menu role, as
// the ARIA practices advise for site navigation; arrow keys move between them all the same.
import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { NavLink } from 'react-router-dom';
import { CategoryTile } from '@/components/ui/category-icon';
import { useDisclosure } from '@/hooks/use-disclosure';
import type { CategoryLink } from '@/lib/categories';
import { categoryPath } from '@/lib/name-path';

export function CategoryMenu({ categories }: { categories: readonly CategoryLink[] }) {
  const root = useRef<HTMLDivElement>(null);
  const { open, setOpen, onKeyDown, onBlur } = useDisclosure(root);
  return (
    <div ref={root} onKeyDown={onKeyDown} onBlur={onBlur} className="relative" data-menu>
      <button
        type="button"
        aria-expanded={open}
        aria-controls="category-menu"
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-control items-center gap-1 px-3 text-small font-medium text-secondary hover:text-primary"
      >
        Review Categories
        <ChevronDown aria-hidden strokeWidth={1.75} className={open ? 'size-4 rotate-180' : 'size-4'} />
      </button>
      <ul
        id="category-menu"
        hidden={!open}
        className="absolute top-full left-0 z-40 w-72 rounded-lg border border-rule bg-raised p-2 shadow-raised motion-safe:animate-[appear_140ms_var(--ease-out)]"
      >
        {categories.map(({ slug, name }) => (
          <li key={slug}>
            <NavLink
              to={categoryPath({ slug })}
              onClick={() => setOpen(false)}
              className="flex min-h-11 items-center gap-3 rounded-sm px-2 text-small font-medium text-secondary hover:bg-sunken hover:text-primary aria-[current]:text-primary"
            >
              <CategoryTile slug={slug} className="size-8" />
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
