// The fields of a page.
import type { Field } from '@/components/content/content-type';
import { headline, markdown, publishFields, slug, text } from '@/components/content/field-kinds';
import { most } from '@/components/content/rules';
import type { NewPage } from '@/lib/api-types';

export const pageFields = {
  title: { label: 'Title', group: 'Text', kind: text(most.title, headline), required: true },
  slug: { label: 'Slug', group: 'Address', kind: slug, required: 'once created', hint: 'The last part of the page’s address. A new page without one gets it from its title.' },
  content: { label: 'Content', group: 'Text', kind: text(most.content, markdown('long')), required: true, hint: 'Markdown: outside of lists, tables and quotes, each line is a paragraph.' },
  ...publishFields({ group: 'On the site' }),
} satisfies Record<keyof NewPage, Field>;
