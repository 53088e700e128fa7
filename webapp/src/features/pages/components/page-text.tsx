// A page of the site, such as "How we test".
import { Corrections } from '@/components/corrections/corrections';
import { Breadcrumb } from '@/components/ui/breadcrumb';
import { Prose } from '@/components/ui/prose';
import type { Page } from '@/lib/api-types';
import { formatDate } from '@/lib/format';
import { isFixedPage } from '@/lib/kinds';
import type { Rendered } from '@/lib/rendered';

/** Shows a page. The first version of one that every site has is as old as the site, and says its date itself. */
export function PageText({ page }: { page: Rendered<Page> }) {
  return (
    <article>
      <Breadcrumb above={[{ to: '/', name: 'Home' }]} here={page.title} />
      <header className="mx-auto mt-8 max-w-3xl">
        {isFixedPage(page.slug) && page.updatedAt === page.createdAt ? null : (
          <p className="mb-4 text-small text-muted">
            Updated <time dateTime={page.updatedAt}>{formatDate(page.updatedAt)}</time>
          </p>
        )}
        <h1 dir="auto" className="text-h3 sm:text-h2">
          {page.title}
        </h1>
      </header>
      <hr className="mx-auto mt-8 max-w-3xl border-rule" />
      <div className="mx-auto mt-10 max-w-3xl">
        <Prose html={page.contentHtml} className="max-w-measure text-body" />
        <div className="mt-12">
          <Corrections corrections={page.corrections} />
        </div>
      </div>
    </article>
  );
}
