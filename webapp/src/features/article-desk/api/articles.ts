// The admin's calls on tech articles: articleCalls.list, get, create, update, remove, bulk, keys and invalidate.
import { deskCalls } from '@/lib/desk-calls';
import type { Article, ArticleBody } from '../types';

export const articleCalls = deskCalls<Article, ArticleBody>('news');
