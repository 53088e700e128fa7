// /admin/pages
import { AdminList } from '@/components/admin-list/admin-list';
import { pageType } from '@/features/admin-pages/page-type';
import { PageText } from '@/features/pages/components/page-text';

export default function AdminPagesRoute() {
  return <AdminList type={pageType} page={(page) => <PageText page={page} />} />;
}
