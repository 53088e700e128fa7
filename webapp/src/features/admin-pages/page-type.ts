// Pages of the site in the dashboard.
import { publishedColumn, updatedColumn } from '@/components/content/columns';
import { noChoices, stateCounts, type ContentType } from '@/components/content/content-type';
import type { NewPage, Page } from '@/lib/api-types';
import { contentCalls } from '@/lib/content-calls';
import { pageFields } from './page-fields';
import { pageOf } from './page-json';
import { pageInstructions, pageTemplate } from './template';

const address = ({ slug }: Pick<Page, 'slug'>) => `/pages/${slug}`;

export const pageType: ContentType<Page, NewPage> = {
  noun: 'page',
  plural: 'pages',
  texts: {
    title: 'Pages',
    add: 'Create New Page',
    edit: 'Edit Page',
    create: 'Create Page',
    update: 'Update Page',
    created: 'Page created',
    updated: 'Page updated',
    deleted: 'Page deleted',
    empty: { title: 'No pages yet', text: 'Pages created here appear in this list. Drafts are visible only to you.' },
  },
  calls: contentCalls<Page, NewPage>('pages', 'page'),
  addressOf: ({ slug }) => (typeof slug === 'string' ? address({ slug }) : undefined),
  fields: pageFields,
  groups: [{ title: 'Address' }, { title: 'On the site' }],
  correctable: [],
  asksAbout: [],
  checks: { words: { field: 'content', least: 1 }, links: ['content'] },
  columns: [
    { name: 'title', label: 'Title', cell: (p) => p.title, full: (p) => p.title },
    { name: 'slug', label: 'Address', width: 'lg:w-[30%]', cell: address, full: address },
    publishedColumn,
    updatedColumn,
  ],
  summary: address,
  actions: ['publish', 'unpublish', 'delete'],
  filters: [],
  counts: (overview) => ({ total: overview?.pages.total, others: stateCounts(overview?.pages) }),
  template: pageTemplate,
  instructions: pageInstructions,
  useChoices: () => noChoices,
  useFromJson: () => pageOf,
};
