// The links that the header, the drawer and the footer share.
import type { Network } from '@/components/ui/network-icon';

export interface NavLinkItem {
  to: string;
  name: string;
}

/** The main navigation. The current one is highlighted. */
export const mainLinks: readonly NavLinkItem[] = [
  { to: '/', name: 'Home' },
  { to: '/reviews', name: 'All Reviews' },
  { to: '/tech-articles', name: 'Tech Articles' },
  { to: '/office-tools', name: 'Office Tools' },
];

/**
 * Where else the publication is: placeholders until its owner has accounts (spec section 2), so they lead to names under
 * .example, which nobody can own.
 */
export const socialLinks: readonly (NavLinkItem & { network: Network })[] = [
  { to: 'https://mastodon.example/@candor', name: 'Mastodon', network: 'mastodon' },
  { to: 'https://bluesky.example/candor', name: 'Bluesky', network: 'bluesky' },
  { to: 'https://youtube.example/@candor', name: 'YouTube', network: 'youtube' },
];

export const companyLinks: readonly NavLinkItem[] = [
  { to: '/about', name: 'About Us' },
  { to: '/contact', name: 'Contact' },
  { to: '/corrections', name: 'Corrections' },
  { to: '/privacy', name: 'Privacy Policy' },
  { to: '/terms', name: 'Terms of Service' },
];
