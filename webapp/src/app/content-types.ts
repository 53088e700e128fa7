// The content types of the dashboard, in the order of its tabs.
import type { ContentType } from '@/components/content/content-type';
import { articleType } from '@/features/admin-articles/article-type';
import { pageType } from '@/features/admin-pages/page-type';
import { reviewType } from '@/features/admin-reviews/review-type';
import type { ContentItem } from '@/lib/content-calls';

/** Returns a content type for what treats all of them alike: it only hands a type's items and bodies back to it. */
const alike = <Item extends ContentItem, Body extends object>(type: ContentType<Item, Body>) =>
  type as unknown as ContentType<ContentItem, object>;

export const contentTypes = [alike(reviewType), alike(articleType), alike(pageType)];
