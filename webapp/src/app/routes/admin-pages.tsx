// /admin/pages
import { AdminList } from '@/components/admin-list/admin-list';
import { pageType } from '@/features/admin-pages/page-type';
import { lazyNamed } from '@/lib/lazy-named';

const PageText = lazyNamed(() => import('@/features/pages/components/page-text'), 'PageText');

export default function AdminPagesRoute() {
  return <AdminList type={pageType} page={(page) => <PageText page={page} />} />;
}
