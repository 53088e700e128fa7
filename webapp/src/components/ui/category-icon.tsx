// A category's icon on the ground of its colours: special ones for the four slugs, otherwise a box.
import { clsx } from 'clsx';
import { Box, Car, Factory, Laptop, Watch } from 'lucide-react';
import { tint } from '@/lib/tint';

/** The bare icon, in the colour of the text around it. */
function CategoryIcon({ slug, className }: { slug: string; className?: string }) {
  const look = { 'aria-hidden': true, strokeWidth: 1.75, className };
  switch (slug) {
    case 'computers':
      return <Laptop {...look} />;
    case 'automotive':
      return <Car {...look} />;
    case 'industrial':
      return <Factory {...look} />;
    case 'gadgets':
      return <Watch {...look} />;
    default:
      return <Box {...look} />;
  }
}

/** The icon in white on its gradient. It only decorates: the name stands beside it. */
export function CategoryTile({ slug, className }: { slug: string; className?: string }) {
  return (
    <span aria-hidden className={clsx('grid place-items-center rounded-sm bg-tint text-[white]', tint(slug), className)}>
      <CategoryIcon slug={slug} className="size-[52%]" />
    </span>
  );
}
