// Makes an article from JSON, with the defaults of spec section 5 and always unpublished.
import { given, known, textIn } from '@/components/editor/json-input';
import { articleFields } from './article-fields';
import type { NewArticle } from '@/lib/api-types';

/** Fills in what is missing. */
export function articleOf(fields: Record<string, unknown>): NewArticle {
  return {
    excerpt: '',
    ...known(fields, Object.keys(articleFields)),
    title: textIn(fields, 'title'),
    content: textIn(fields, 'content'),
    category: given(fields, 'category', 'Technology'),
    authorName: given(fields, 'authorName', 'Admin'),
    isPublished: false,
  } as NewArticle;
}
