// The foot of every page: who we are, the categories, the company.
import { Rss } from 'lucide-react';
import { Link } from 'react-router-dom';
import { NetworkIcon } from '@/components/ui/network-icon';
import type { CategoryLink } from '@/lib/category-list';
import { site } from '@/lib/site';
import { Logo } from './logo';
import { companyLinks, socialLinks, type NavLinkItem } from './nav-links';

const link = 'inline-flex min-h-9 items-center text-small text-secondary underline-offset-4 hover:text-primary hover:underline';

export function Footer({ categories }: { categories: readonly CategoryLink[] }) {
  const categoryLinks = categories.map(({ slug, name }) => ({ to: `/category/${slug}`, name }));
  return (
    <footer data-shell className="mt-20 border-t border-rule bg-sunken">
      <div className="grid gap-10 py-12 wrap md:grid-cols-12">
        <div className="md:col-span-6">
          <Logo />
          <p className="mt-3 max-w-sm text-small text-secondary">{site.blurb}</p>
          <p className="mt-3 max-w-sm text-small text-secondary">
            Some links to shops earn us a commission. It never changes a verdict, and it never changes your price.
          </p>
          <ul aria-label="Follow us" className="mt-5 flex flex-wrap gap-x-5">
            {socialLinks.map(({ to, name, network }) => (
              <li key={to}>
                <a href={to} rel="noopener" className={`${link} gap-1.5`}>
                  <NetworkIcon network={network} className="size-4" />
                  {name}
                </a>
              </li>
            ))}
            <li>
              <a href="/feed.xml" className={`${link} gap-1.5`}>
                <Rss aria-hidden strokeWidth={1.75} className="size-4" />
                Feed
              </a>
            </li>
          </ul>
        </div>
        <Column title="Categories" links={[{ to: '/reviews', name: 'All Reviews' }, ...categoryLinks, { to: '/tech-articles', name: 'Tech Articles' }]} />
        <Column title="Company" links={companyLinks} />
      </div>
      <div className="border-t border-rule">
        <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-5 text-caption text-muted wrap">
          <span>© 2024 {site.name}. All rights reserved.</span>
          <span>The admin panel is secure: every change requires a sign-in and is kept on record.</span>
        </p>
      </div>
    </footer>
  );
}

function Column({ title, links }: { title: string; links: readonly NavLinkItem[] }) {
  return (
    <nav aria-label={title} className="md:col-span-3">
      <h2 className="kicker font-sans">{title}</h2>
      <ul className="mt-2">
        {links.map(({ to, name }) => (
          <li key={to}>
            <Link to={to} className={link}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
