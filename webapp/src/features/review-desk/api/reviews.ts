// The admin's calls on reviews: reviewCalls.list, get, create, update, remove, bulk, keys and invalidate.
import { deskCalls } from '@/lib/desk-calls';
import type { Review, ReviewBody } from '../types';

export const reviewCalls = deskCalls<Review, ReviewBody>('reviews');
