// The admin's calls on reviews: reviewCalls.list, get, create, update, remove, bulk, keys and invalidate.
import { contentCalls } from '@/lib/content-calls';
import type { NewReview, Review } from '@/lib/api-types';

export const reviewCalls = contentCalls<Review, NewReview>('reviews');
