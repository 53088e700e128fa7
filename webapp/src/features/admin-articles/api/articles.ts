// The admin's calls on tech articles: articleCalls.list, get, create, update, remove, bulk, keys and invalidate.
import { contentCalls } from '@/lib/content-calls';
import type { Article, ArticleBody } from '../types';

export const articleCalls = contentCalls<Article, ArticleBody>('news');
