// One part of the home page: a heading with a rule, and a link to all of its kind.
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface Props {
  title: string;
  more?: { to: string; name: string };
  children: ReactNode;
}

export function Section({ title, more, children }: Props) {
  return (
    <section className="mt-14 md:mt-20">
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t-2 border-primary pt-4">
        <h2 className="text-h4 sm:text-h3">{title}</h2>
        {more ? (
          <Link
            to={more.to}
            className="inline-flex min-h-9 items-center gap-1.5 text-small font-semibold text-accent underline-offset-4 hover:underline"
          >
            {more.name}
            <ArrowRight aria-hidden strokeWidth={1.75} className="size-4" />
          </Link>
        ) : null}
      </div>
      {children}
    </section>
  );
}
