// Makes a review from JSON, with the defaults of spec section 5 and always unpublished.
import { given, known, textIn } from '@/components/editor/json-input';
import type { Category } from './categories';
import type { NewReview } from '@/lib/api-types';
import { reviewFields } from './review-fields';

/** Fills in what is missing. The category is found by its number, or by its name or slug. */
export function reviewOf(fields: Record<string, unknown>, categories: readonly Pick<Category, 'id' | 'name' | 'slug'>[]): NewReview {
  const title = textIn(fields, 'title');
  return {
    ...known(fields, Object.keys(reviewFields)),
    ...(fields.rating === undefined && Array.isArray(fields.subScores) && fields.subScores.length > 0
      ? {}
      : { rating: given(fields, 'rating', 4) }),
    title,
    content: textIn(fields, 'content'),
    productName: given(fields, 'productName', title),
    productBrand: given(fields, 'productBrand', 'Unknown'),
    authorName: given(fields, 'authorName', 'Admin'),
    categoryId: categoryOf(fields, categories),
    isPublished: false,
  } as NewReview;
}

function categoryOf(fields: Record<string, unknown>, categories: readonly Pick<Category, 'id' | 'name' | 'slug'>[]): number {
  const given = fields.categoryId;
  // An unknown number is left to the server, which reports that there is no such category.
  if (typeof given === 'number' || (typeof given === 'string' && /^\s*\d+\s*$/.test(given))) return Number(given);
  const names = ['category', 'categoryName', 'categoryId'].map((field) => textIn(fields, field).toLowerCase()).filter(Boolean);
  return categories.find(({ name, slug }) => names.includes(name.toLowerCase()) || names.includes(slug.toLowerCase()))?.id ?? 1;
}
