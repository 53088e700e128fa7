// The admin's calls on tech articles: articleCalls.list, get, create, update, remove, bulk, keys and invalidate.
import { contentCalls } from '@/lib/content-calls';
import type { Article, NewArticle } from '@/lib/api-types';

export const articleCalls = contentCalls<Article, NewArticle>('news');
