// A review's score, which leads to the page that tells how products are tested, if the site has one.
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { Score } from '@/components/ui/score';
import { siteQuery } from '@/lib/site-settings';

export function LinkedScore(props: ComponentProps<typeof Score>) {
  const to = useQuery(siteQuery).data?.howWeTest;
  const score = <Score {...props} />;
  return to ? (
    <Link to={to} title="How we test" className="relative rounded-sm">
      {score}
    </Link>
  ) : (
    score
  );
}
