// /tech-articles, with what it is narrowed to and its page as its address's query
import { Page } from '@/components/layout/page';
import { choices } from '@/components/list/choices';
import { count, PagedList } from '@/components/list/paged-list';
import { EmptyState } from '@/components/ui/state';
import { articlePages } from '@/features/articles/api/article-pages';
import { ArticleCard } from '@/features/articles/components/article-card';
import { useListHead } from '@/hooks/use-list-head';
import { useNow } from '@/hooks/use-now';
import { useSite } from '@/hooks/use-site';
import { breadcrumbs } from '@/lib/linked-data';
import { articleParameters } from '@/lib/list-address';
import type { PageHead } from '@/lib/page-head';
import type { Site } from '@/lib/site-settings';
import { MissingListPage } from '../missing-list-page';
import { listHead, useListAddress } from '../use-paged-list';
import { usePages } from '../use-pages';

const path = '/tech-articles';

const headOf = ({ name }: Site): PageHead => ({
  title: 'Tech Articles',
  description: `News and articles from the ${name} newsroom.`,
  keywords: 'tech news, tech articles, technology',
  path,
  data: [breadcrumbs({ name: 'Tech Articles', path })],
});

const ownChoices = choices.filter(({ name }) => articleParameters.some((known) => known === name));

const noun = { one: 'tech article', many: 'tech articles' };

export default function ArticlesRoute() {
  const head = headOf(useSite());
  const address = useListAddress(articleParameters);
  const { list, facets, total, beyond } = usePages(articlePages, address);
  const now = useNow();
  const top = useListHead();
  const { filter } = address;
  const page = address.page ?? 1;
  if (beyond) return <MissingListPage path={path} name={head.title} filter={filter} />;
  return (
    <Page head={listHead(head, address, page, total)}>
      <h1 className="text-h2 sm:text-h1">Tech Articles</h1>
      <p className="mt-4 max-w-measure text-body text-secondary">{head.description}</p>
      <hr className="mt-8 mb-6 border-rule" />
      <PagedList
        path={path}
        filter={filter}
        page={page}
        list={list}
        facets={facets}
        choices={ownChoices}
        noun={noun}
        head={top}
        title={(total) => (total === undefined ? 'Tech Articles' : count(total, noun))}
        empty={<EmptyState title="No tech articles yet">News and analysis will appear here once published.</EmptyState>}
      >
        {(items) => items.map((article, i) => <ArticleCard key={article.id} article={article} now={now} eager={i === 0} level={3} />)}
      </PagedList>
    </Page>
  );
}
