// /admin/pages
import { lazy } from 'react';
import { AdminList } from '@/components/admin-list/admin-list';
import { pageType } from '@/features/admin-pages/page-type';
import { loadCode } from '@/lib/load-code';

const PageText = lazy(async () => ({ default: (await loadCode(() => import('@/features/pages/components/page-text'))).PageText }));

export default function AdminPagesRoute() {
  return <AdminList type={pageType} page={(page) => <PageText page={page} />} />;
}
