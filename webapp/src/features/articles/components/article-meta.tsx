// An article's category as a badge. Its category is free text or a review category's slug, which is shown by name.
import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/components/ui/badge';
import { categoriesQuery } from '@/lib/categories';
import { tint } from '@/lib/tint';

export function ArticleBadge({ category }: { category: string }) {
  const known = useQuery(categoriesQuery).data?.find((c) => c.slug === category.toLowerCase());
  return <Badge tint={tint(category)}>{known?.name ?? category}</Badge>;
}
