// The admin's calls on reviews: reviewCalls.list, get, create, update, remove, bulk, keys and invalidate.
import { contentCalls } from '@/lib/content-calls';
import type { Review, ReviewBody } from '../types';

export const reviewCalls = contentCalls<Review, ReviewBody>('reviews');
