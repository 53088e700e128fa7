// Makes a page from JSON, always unpublished.
import { known, textIn } from '@/components/editor/json-input';
import type { NewPage } from '@/lib/api-types';
import { pageFields } from './page-fields';

export function pageOf(fields: Record<string, unknown>): NewPage {
  return { ...known(fields, Object.keys(pageFields)), title: textIn(fields, 'title'), content: textIn(fields, 'content'), isPublished: false };
}
