// A review's score, which leads to the page that tells how products are tested, if the site has one.
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { Score } from '@/components/ui/score';
import { useSite } from '@/hooks/use-site';

export function LinkedScore(props: ComponentProps<typeof Score>) {
  const to = useSite().howWeTest;
  const score = <Score {...props} />;
  return to ? (
    <Link to={to} title="How we test" className="relative rounded-sm">
      {score}
    </Link>
  ) : (
    score
  );
}
