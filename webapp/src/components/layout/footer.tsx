// The foot of every page: who we are, the categories, the company.
import { Rss } from 'lucide-react';
import { NetworkIcon } from '@/components/ui/network-icon';
import { useSite } from '@/hooks/use-site';
import type { SettingsLink } from '@/lib/api-types';
import type { CategoryLink } from '@/lib/categories';
import { categoryPath } from '@/lib/name-path';
import { withName } from '@/lib/site-settings';
import { Logo } from './logo';
import { SiteLink } from './site-link';

const link = 'inline-flex min-h-9 items-center text-small text-secondary underline-offset-4 hover:text-primary hover:underline';

export function Footer({ categories }: { categories: readonly CategoryLink[] }) {
  const site = useSite();
  const categoryLinks = categories.map((category) => ({ url: categoryPath(category), label: category.name }));
  return (
    <footer data-shell className="mt-20 border-t border-rule bg-sunken">
      <div className="grid gap-10 py-12 wrap md:grid-cols-12">
        <div className="md:col-span-6">
          <Logo />
          <p className="mt-3 max-w-sm text-small text-secondary">{site.description}</p>
          {site.affiliateDisclosure ? <p className="mt-3 max-w-sm text-small text-secondary">{site.affiliateDisclosure}</p> : null}
          <ul aria-label="Follow us" className="mt-5 flex flex-wrap gap-x-5">
            {site.social.map(({ url, label }, i) => (
              <li key={i}>
                <a href={url} rel="noopener" className={`${link} gap-1.5`}>
                  <NetworkIcon address={url} className="size-4" />
                  {label}
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
        <Column
          title="Categories"
          links={[{ url: '/reviews', label: 'All Reviews' }, ...categoryLinks, { url: '/tech-articles', label: 'Tech Articles' }]}
        />
        <Column title="Company" links={site.footer} />
      </div>
      <div className="border-t border-rule">
        <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-5 text-caption text-muted wrap">
          <span>{withName(site.copyright, site)}</span>
          <span>The admin panel is secure: every change requires a sign-in and is kept on record.</span>
        </p>
      </div>
    </footer>
  );
}

function Column({ title, links }: { title: string; links: readonly SettingsLink[] }) {
  return (
    <nav aria-label={title} className="md:col-span-3">
      <h2 className="kicker font-sans">{title}</h2>
      <ul className="mt-2">
        {links.map((one, i) => (
          <li key={i}>
            <SiteLink link={one} className={link} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
