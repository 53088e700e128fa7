// Pages of the site in the dashboard.
import { publishedColumn, updatedColumn } from '@/components/content/columns';
import { noChoices, stateCounts, type ContentType, type Field } from '@/components/content/content-type';
import { headline, markdown, publishFields, slug, text } from '@/components/content/field-kinds';
import { most } from '@/components/content/rules';
import { plainBody } from '@/components/editor/json-input';
import type { NewPage, Page } from '@/lib/api-types';
import { contentCalls } from '@/lib/content-calls';
import { isFixedPage, pageAddress } from '@/lib/kinds';
import { Placeholders } from './placeholders';
import { pageInstructions, pageTemplate } from './template';

const address = ({ slug }: Pick<Page, 'slug'>) => pageAddress(slug);

const pageFields = {
  title: { label: 'Title', group: 'Text', kind: text(most.title, headline), required: true },
  slug: {
    label: 'Slug',
    group: 'Address',
    kind: slug,
    required: 'once created',
    hint: 'The last part of the page’s address. A new page without one gets it from its title.',
  },
  content: {
    label: 'Content',
    group: 'Text',
    kind: text(most.content, markdown('long')),
    required: true,
    hint: 'Markdown: outside of lists, tables and quotes, each line is a paragraph. {{name}} and other placeholders are listed in the side panel.',
  },
  ...publishFields({ group: 'On the site' }),
} satisfies Record<keyof NewPage, Field>;

/** What the side panel of a page has that every site has: it stays published, at its address. */
const fixedFields: Record<string, Field> = {
  title: pageFields.title,
  slug: {
    ...pageFields.slug,
    required: false,
    readOnly: true,
    hint: 'Every site has this page. Its address can’t be changed, and it can’t be deleted or unpublished.',
  },
  content: pageFields.content,
};

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
  fixed: { is: ({ slug: of }) => isFixedPage(of), fields: fixedFields, groups: [{ title: 'Address' }] },
  Help: Placeholders,
  checks: { words: { field: 'content', least: 1 }, links: ['content'] },
  columns: [
    { name: 'title', label: 'Title', cell: (p) => p.title, full: (p) => p.title },
    { name: 'slug', label: 'Address', width: 'lg:w-[30%]', cell: address, full: address },
    publishedColumn,
    updatedColumn,
  ],
  summary: (page) => [address(page)],
  actions: ['publish', 'unpublish', 'delete'],
  filters: [],
  counts: (overview) => ({ total: overview?.pages.total, others: stateCounts(overview?.pages) }),
  template: pageTemplate,
  instructions: pageInstructions,
  useChoices: () => noChoices,
  useFromJson: () => (fields) => plainBody(fields, Object.keys(pageFields)),
};
