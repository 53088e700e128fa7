// The heads of the pages that need no data. Where the server can't render a page, it writes their titles and
// descriptions beside the shell (httpapi/pages.go).
import { breadcrumbs, webSite } from '@/lib/linked-data';
import type { PageHead } from '@/lib/seo';
import { site } from '@/lib/site';

export const heads = {
  home: { title: '', description: site.description, path: '/', data: [webSite] },
  reviews: {
    title: 'All Reviews',
    description: 'Every review on Candor: computers, automotive tech, industrial machines and smart gadgets, tested and told honestly.',
    path: '/reviews',
    data: [breadcrumbs({ name: 'All Reviews', path: '/reviews' })],
  },
  articles: {
    title: 'Tech Articles',
    description: 'News and articles about the technology around us, from the Candor newsroom.',
    keywords: 'tech news, tech articles, technology',
    path: '/tech-articles',
    data: [breadcrumbs({ name: 'Tech Articles', path: '/tech-articles' })],
  },
  officeTools: {
    title: 'Office Tools',
    description: 'A free QR code generator: unlimited, no registration, and it runs entirely in your browser.',
    keywords: 'qr code generator, free qr code, office tools',
    path: '/office-tools',
    data: [breadcrumbs({ name: 'Office Tools', path: '/office-tools' })],
  },
  about: { title: 'About Us', description: 'Who we are, what we test and how: Candor has published honest reviews since 2020.', path: '/about', data: [breadcrumbs({ name: 'About Us', path: '/about' })] },
  contact: { title: 'Contact', description: 'Contact the Candor newsroom. We answer within 24 hours.', path: '/contact', data: [breadcrumbs({ name: 'Contact', path: '/contact' })] },
  privacy: { title: 'Privacy Policy', description: 'What data Candor stores, why, for how long, and how to have it erased.', path: '/privacy', data: [breadcrumbs({ name: 'Privacy Policy', path: '/privacy' })] },
  terms: { title: 'Terms of Service', description: 'The terms for using Candor.', path: '/terms', data: [breadcrumbs({ name: 'Terms of Service', path: '/terms' })] },
  login: { title: 'Admin Login', description: 'Sign in to manage this site.', path: '/admin-login', index: false },
  admin: { title: 'Admin Dashboard', description: "The dashboard of this site's owner.", path: '/admin', index: false },
} satisfies Record<string, PageHead>;
