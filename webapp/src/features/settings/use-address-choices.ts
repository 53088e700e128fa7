// The addresses that a link of the navigation can be chosen from: the site's own screens, its pages, categories and tags.
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Destinations } from '@/components/settings/links';
import type { ComboOption } from '@/components/ui/combo-field';
import { api } from '@/lib/api-client';
import type { Facets, Page } from '@/lib/api-types';
import { pageAddress } from '@/lib/kinds';
import { categoryPath } from '@/lib/name-path';
import { categoriesQuery } from './api/categories';

const screens: readonly ComboOption[] = [
  { value: '/', label: 'Home' },
  { value: '/reviews', label: 'All Reviews' },
  { value: '/tech-articles', label: 'Tech Articles' },
  { value: '/office-tools', label: 'Office Tools' },
  { value: '/about', label: 'About Us' },
  { value: '/contact', label: 'Contact' },
  { value: '/corrections', label: 'Corrections' },
  { value: '/privacy', label: 'Privacy Policy' },
  { value: '/terms', label: 'Terms of Service' },
  { value: '/docs', label: 'API Documentation' },
  { value: '/feed.xml', label: 'Feed' },
];

const pagesQuery = queryOptions({
  queryKey: ['admin', 'pages', 'addresses'],
  queryFn: ({ signal }) => api.get<Page[]>('/api/admin/pages?published=true&texts=false&limit=100', { signal }),
  staleTime: 0,
});

const tagsQuery = queryOptions({
  queryKey: ['reviews', 'facets', 'addresses'],
  queryFn: ({ signal }) => api.get<Facets>('/api/reviews/facets', { signal }),
});

/** The pages that have an address of their own, beside /pages. */
const fixed: readonly string[] = ['about', 'contact', 'privacy', 'terms'];

export function useAddressChoices(to: Destinations): readonly ComboOption[] {
  const here = to === 'anywhere';
  const pages = useQuery({ ...pagesQuery, enabled: here }).data ?? [];
  const categories = useQuery({ ...categoriesQuery, enabled: here }).data ?? [];
  const tags = useQuery({ ...tagsQuery, enabled: here }).data?.tags ?? [];
  if (!here) return [];
  return [
    ...screens,
    ...pages.filter(({ slug }) => !fixed.includes(slug)).map(({ slug, title }) => ({ value: pageAddress(slug), label: title })),
    ...categories.map((category) => ({ value: categoryPath(category), label: category.name })),
    ...tags.flatMap(({ value, label }) => (value === '' ? [] : [{ value: `/tags/${value}`, label: `#${label}` }])),
  ];
}
