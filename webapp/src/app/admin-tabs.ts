// The tabs of the dashboard. The lists of content are loaded with the dashboard, each other tab's code when it is opened.
import { lazy, type ComponentType } from 'react';
import { editorAddress } from '@/components/editor/editor-path';
import { pictureAddress } from '@/features/media/picture-address';
import { loadCode } from '@/lib/load-code';
import AdminArticlesRoute from './routes/admin-articles';
import AdminPagesRoute from './routes/admin-pages';
import AdminReviewsRoute from './routes/admin-reviews';

interface AdminTab {
  name: string;
  to: string;
  label: string;
  /** Whether the address is that of something that lies over the tab: an editor, a picture. */
  isOver?: (path: string) => boolean;
  Screen: ComponentType;
}

const hasEditor = (path: string) => editorAddress(path) !== null;

export const adminTabs: readonly AdminTab[] = [
  { name: 'reviews', to: '/admin/reviews', label: 'Reviews', isOver: hasEditor, Screen: AdminReviewsRoute },
  { name: 'articles', to: '/admin/articles', label: 'Tech Articles', isOver: hasEditor, Screen: AdminArticlesRoute },
  { name: 'pages', to: '/admin/pages', label: 'Pages', isOver: hasEditor, Screen: AdminPagesRoute },
  { name: 'media', to: '/admin/media', label: 'Media', isOver: (path) => pictureAddress(path) !== null, Screen: lazy(() => loadCode(() => import('@/features/media/components/media-tab'))) },
  { name: 'messages', to: '/admin/messages', label: 'Messages', Screen: lazy(() => loadCode(() => import('@/features/messages/components/messages-tab'))) },
  { name: 'analytics', to: '/admin/analytics', label: 'Analytics', Screen: lazy(() => loadCode(() => import('@/features/analytics/components/analytics-tab'))) },
  { name: 'api', to: '/admin/api', label: 'API Management', Screen: lazy(() => loadCode(() => import('@/features/api-keys/components/api-tab'))) },
  { name: 'activity', to: '/admin/activity', label: 'Activity Logs', Screen: lazy(() => loadCode(() => import('@/features/activity/components/activity-tab'))) },
];
