// /admin/pages
import { lazy } from 'react';
import { AdminList } from '@/components/admin-list/admin-list';
import { pageType } from '@/features/admin-pages/page-type';

const PageText = lazy(async () => ({ default: (await import('@/features/pages/components/page-text')).PageText }));

export default function AdminPagesRoute() {
  return <AdminList type={pageType} page={(page) => <PageText page={page} />} />;
}
