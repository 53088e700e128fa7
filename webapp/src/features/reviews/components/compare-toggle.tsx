// Chooses a product for the comparison, or takes it out again.
import { Check, Plus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { Review } from '@/lib/api-types';
import { mostCompared } from '@/lib/most-compared';
import { choose, dismiss, useChosen } from '../compare/chosen';

const icon = { 'aria-hidden': true, strokeWidth: 2, className: 'size-4' } as const;

export function CompareToggle({
  review: { id, productBrand, productName },
}: {
  review: Pick<Review, 'id' | 'productBrand' | 'productName'>;
}) {
  const name = `${productBrand} ${productName}`;
  const chosen = useChosen(({ all }) => all.some((one) => one.id === id));
  const full = useChosen(({ all }) => all.length >= mostCompared) && !chosen;
  return (
    <Button
      variant="quiet"
      size="small"
      data-needs-script
      data-noprint
      aria-label={`Compare ${name}`}
      aria-pressed={chosen}
      aria-disabled={full}
      title={full ? `${mostCompared} products can be compared at most` : undefined}
      className="relative -ml-2 px-2! aria-disabled:opacity-60 aria-pressed:text-primary"
      onClick={() => (chosen ? dismiss(id) : full ? undefined : choose({ id, name }))}
    >
      {chosen ? <Check {...icon} /> : <Plus {...icon} />}
      Compare
    </Button>
  );
}
