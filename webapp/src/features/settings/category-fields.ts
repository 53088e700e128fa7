// The fields of a category's form, and their rules.
import { positive } from '@/components/content/rules';
import type { Category } from '@/lib/api-types';
import { numberOf } from '@/lib/numbers';
import { fits } from '@/lib/characters';
import { isSlug } from '@/lib/slug-of';
import { z } from '@/lib/zod';

export const schema = z.object({
  name: z.string().trim().min(1, 'Name is required').refine(fits(200), 'Name must be at most 200 characters'),
  slug: z
    .string()
    .trim()
    .min(1, 'Slug is required')
    .refine(isSlug, 'Slug must consist of lower-case letters, digits and single hyphens between them')
    .refine(fits(100), 'Slug must be at most 100 characters'),
  description: z.string().refine(fits(2000), 'Description must be at most 2000 characters'),
  criteria: z.array(
    z.object({
      id: z.string(),
      name: z.string().trim().min(1, 'Name is required').refine(fits(60), 'Name must be at most 60 characters'),
      weight: z.string().superRefine((typed, context) => {
        const message = positive('Weight')(typed);
        if (message) context.addIssue(message);
      }),
      retired: z.boolean(),
    }),
  ),
  specifications: z.array(
    z.object({
      name: z.string().trim().min(1, 'Name is required').refine(fits(60), 'Name must be at most 60 characters'),
      better: z.enum(['higher', 'lower']),
    }),
  ),
});

export type CategoryFields = z.infer<typeof schema>;

export const valuesOf = (category: Category | null): CategoryFields => ({
  name: category?.name ?? '',
  slug: category?.slug ?? '',
  description: category?.description ?? '',
  criteria: category?.criteria.map(({ id, name, weight, retired = false }) => ({ id, name, weight: String(weight), retired })) ?? [],
  specifications: category?.specifications.map(({ name, better }) => ({ name, better })) ?? [],
});

export const bodyOf = (fields: CategoryFields) => ({
  ...fields,
  criteria: fields.criteria.map(({ id, name, weight, retired }) => ({
    ...(id === '' ? {} : { id }),
    name,
    weight: numberOf(weight) ?? 0,
    retired,
  })),
});
