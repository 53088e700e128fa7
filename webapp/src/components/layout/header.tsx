// The masthead of every page: logo, navigation, search, theme; on small screens the navigation is in the drawer.
import { clsx } from 'clsx';
import { useSite } from '@/hooks/use-site';
import type { CategoryLink } from '@/lib/categories';
import { CategoryMenu } from './category-menu';
import { Drawer } from './drawer';
import { navigationFrom } from './header-room';
import { Logo } from './logo';
import { SearchField } from './search-field';
import { SiteLink } from './site-link';
import { ThemeToggle } from './theme-toggle';

const shown = { lg: 'lg:flex', xl: 'xl:flex', never: '' };

export function Header({ categories }: { categories: readonly CategoryLink[] }) {
  const site = useSite();
  const from = navigationFrom(site);
  return (
    <header data-shell className="sticky top-0 z-30 border-b border-rule bg-page max-sm:[--height-control:min(2.75rem,max(44px,13vw))]">
      <div className="flex h-header items-center gap-2 wrap sm:gap-4">
        <Logo />
        <nav aria-label="Main" className={clsx('ml-6 hidden items-center whitespace-nowrap', shown[from])}>
          {site.header.map((link, i) => (
            <SiteLink
              key={i}
              link={link}
              className="relative inline-flex min-h-control items-center px-3 text-small font-medium text-secondary hover:text-primary aria-[current]:text-primary aria-[current]:after:absolute aria-[current]:after:inset-x-3 aria-[current]:after:bottom-1.5 aria-[current]:after:h-0.5 aria-[current]:after:bg-accent"
            />
          ))}
          <CategoryMenu categories={categories} />
        </nav>
        <div className="ml-auto flex shrink-0 items-center sm:gap-2">
          <SearchField />
          <ThemeToggle />
          <Drawer categories={categories} below={from} />
        </div>
      </div>
    </header>
  );
}
