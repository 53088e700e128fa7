// At the end of a review or an article: the newer one before it and the older one after it. Nothing while they can't be had.
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import type { Neighbour } from '@/lib/api-types';
import { neighboursQuery } from '@/lib/neighbours';

interface Props {
  kind: 'reviews' | 'news';
  id: number;
}

export function Neighbours({ kind, id }: Props) {
  const { previous, next } = useQuery(neighboursQuery(kind, id)).data ?? {};
  if (!previous && !next) return null;
  return (
    <nav
      data-noprint
      aria-label={kind === 'reviews' ? 'Other reviews' : 'Other articles'}
      className="mt-16 grid gap-x-6 gap-y-4 border-t border-rule pt-4 sm:grid-cols-2"
    >
      <Beside one={previous} rel="prev" label="Previous" />
      <Beside one={next} rel="next" label="Next" />
    </nav>
  );
}

function Beside({ one, rel, label }: { one: Neighbour | null | undefined; rel: 'prev' | 'next'; label: string }) {
  if (!one) return null;
  return (
    <Link to={one.url} rel={rel} className={clsx('group block py-2', rel === 'next' && 'sm:col-start-2 sm:text-right')}>
      <span className="block text-caption text-muted">{label}</span>
      <span
        dir="auto"
        className="mt-1 block font-semibold wrap-anywhere text-secondary underline-offset-4 group-hover:text-accent group-hover:underline"
      >
        {one.title}
      </span>
    </Link>
  );
}
