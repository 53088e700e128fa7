// A page of the site, such as "How we test".
import { Breadcrumb } from '@/components/ui/breadcrumb';
import type { Page } from '@/lib/api-types';
import { formatDate, paragraphs } from '@/lib/format';

export function PageText({ page }: { page: Page }) {
  return (
    <article>
      <Breadcrumb above={[{ to: '/', name: 'Home' }]} here={page.title} />
      <header className="mx-auto mt-8 max-w-3xl">
        <p className="text-small text-muted">
          Updated <time dateTime={page.updatedAt}>{formatDate(page.updatedAt)}</time>
        </p>
        <h1 className="mt-4 text-h3 sm:text-h2">{page.title}</h1>
      </header>
      <hr className="mx-auto mt-8 max-w-3xl border-rule" />
      <div className="mx-auto mt-10 max-w-3xl">
        <div className="grid max-w-measure gap-5 text-body">
          {paragraphs(page.content).map((text, i) => (
            <p key={i}>{text}</p>
          ))}
        </div>
      </div>
    </article>
  );
}
