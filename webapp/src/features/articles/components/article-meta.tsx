// An article's category as a badge. Its category is free text or a review category's slug, which is shown by name.
import { Badge } from '@/components/ui/badge';
import { firstCategories } from '@/lib/category-list';
import { tint } from '@/lib/tint';

export function ArticleBadge({ category }: { category: string }) {
  const name = firstCategories.find((c) => c.slug === category.toLowerCase())?.name ?? category;
  return <Badge tint={tint(category)}>{name}</Badge>;
}
