// The fields of a page.
import type { Field } from '@/components/content/content-type';
import { area, markdownHint, publishFields, slug, text } from '@/components/content/field-kinds';
import { most } from '@/components/content/rules';
import type { NewPage } from '@/lib/api-types';

export const pageFields = {
  title: { label: 'Title', group: 'Text', kind: text(most.title), required: true, wide: true },
  slug: { label: 'Slug', group: 'Text', kind: slug, required: 'once created', wide: true, hint: 'The last part of the page’s address. A new page without one gets it from its title.' },
  content: { label: 'Content', group: 'Text', kind: text(most.content, area(16)), required: true, wide: true, hint: `${markdownHint} One paragraph per line.` },
  ...publishFields({ group: 'On the site', initial: false }),
} satisfies Record<keyof NewPage, Field>;
