// The fields of an author's form, and their rules.
import type { Author } from '@/lib/api-types';
import { fits } from '@/lib/characters';
import { z } from '@/lib/zod';

export const schema = z.object({
  name: z.string().trim().min(1, 'Name is required').refine(fits(100), 'Name must be at most 100 characters'),
  pictureUrl: z.string().trim(),
  text: z.string(),
  links: z.array(
    z.object({
      label: z.string().trim().min(1, 'Label is required').refine(fits(60), 'Label must be at most 60 characters'),
      url: z
        .string()
        .trim()
        .regex(/^https?:\/\/\S+$/i, 'URL must start with http:// or https://'),
    }),
  ),
  disclosure: z.string().refine(fits(1000), 'Disclosure must be at most 1000 characters'),
});

export type AuthorFields = z.infer<typeof schema>;

export const valuesOf = (author: Author | null): AuthorFields => ({
  name: author?.name ?? '',
  pictureUrl: author?.pictureUrl ?? '',
  text: author?.text ?? '',
  links: author?.links ?? [],
  disclosure: author?.disclosure ?? '',
});
