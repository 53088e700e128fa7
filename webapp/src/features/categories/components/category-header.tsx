// The head of a category's page: where it is, its icon, name and description.
import { Breadcrumb } from '@/components/ui/breadcrumb';
import { CategoryTile } from '@/components/ui/category-icon';
import type { Category } from '@/lib/api-types';

export function CategoryHeader({ category }: { category: Category }) {
  return (
    <header>
      <Breadcrumb above={[{ to: '/', name: 'Home' }]} here={category.name} />
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-4">
        <CategoryTile slug={category.slug} className="size-16" />
        <h1 className="text-h2 sm:text-h1">{category.name}</h1>
      </div>
      {category.description ? <p className="mt-5 max-w-measure text-body text-secondary">{category.description}</p> : null}
    </header>
  );
}
