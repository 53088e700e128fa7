// The tabs of the dashboard. The lists of content are loaded with the dashboard, each other tab's code when it is opened.
import { lazy, type ComponentType } from 'react';
import { AdminList } from '@/components/admin-list/admin-list';
import type { ContentType } from '@/components/content/content-type';
import { editorAddress } from '@/components/editor/editor-path';
import { pictureAddress } from '@/features/media/picture-address';
import { loadCode } from '@/lib/load-code';
import { adminList, kinds } from '@/lib/kinds';
import type { ContentItem } from '@/lib/content-calls';
import { lazyNamed } from '@/lib/lazy-named';
import { contentTypes } from './content-types';
import { useCategories } from './use-categories';

const ShownItem = lazyNamed(() => import('./shown-item'), 'ShownItem');

interface AdminTab {
  name: string;
  to: string;
  label: string;
  /** Whether the address is that of something that lies over the tab: an editor, a picture. */
  isOver?: (path: string) => boolean;
  Screen: ComponentType;
}

const hasEditor = (path: string) => editorAddress(path) !== null;

/** Returns the tab of a content type: its list, with an editor over it. */
function contentTab(type: ContentType<ContentItem, object>): AdminTab {
  function Screen() {
    const { categoryOf } = useCategories();
    return (
      <AdminList
        type={type}
        page={(item) => <ShownItem kind={type.noun} item={item} category={categoryOf((item as { categoryId?: number }).categoryId ?? 0)} />}
      />
    );
  }
  return { name: kinds[type.noun].tab, to: adminList(type.noun), label: type.texts.title, isOver: hasEditor, Screen };
}

export const adminTabs: readonly AdminTab[] = [
  ...contentTypes.map(contentTab),
  {
    name: 'media',
    to: '/admin/media',
    label: 'Media',
    isOver: (path) => pictureAddress(path) !== null,
    Screen: lazy(() => loadCode(() => import('@/features/media/components/media-tab'))),
  },
  {
    name: 'messages',
    to: '/admin/messages',
    label: 'Messages',
    Screen: lazy(() => loadCode(() => import('@/features/messages/components/messages-tab'))),
  },
  {
    name: 'analytics',
    to: '/admin/analytics',
    label: 'Analytics',
    Screen: lazy(() => loadCode(() => import('@/features/analytics/components/analytics-tab'))),
  },
  {
    name: 'api',
    to: '/admin/api',
    label: 'API Management',
    Screen: lazy(() => loadCode(() => import('@/features/api-keys/components/api-tab'))),
  },
  {
    name: 'activity',
    to: '/admin/activity',
    label: 'Activity Logs',
    Screen: lazy(() => loadCode(() => import('@/features/activity/components/activity-tab'))),
  },
];
