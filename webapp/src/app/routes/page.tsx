// /pages/{slug}, and the pages that every site has: /about, /privacy, /terms
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useLocation, useParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { buttonLook } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/state';
import { pageQuery } from '@/features/pages/api/page';
import { PageText } from '@/features/pages/components/page-text';
import { pageData } from '@/features/pages/linked-data';
import { useSite } from '@/hooks/use-site';
import { descriptionOf } from '@/lib/description';
import { isFixedPage, pageAddress } from '@/lib/kinds';
import { slugOf } from '@/lib/slug-of';
import { MissingPage } from '../missing-page';
import { parseSlug } from '../parse-slug';

export default function PageRoute() {
  const { pathname } = useLocation();
  const { slug: text } = useParams();
  if (text === undefined) return <LoadedPage key={pathname} slug={pathname.replaceAll('/', '')} />;
  if (isFixedPage(text)) return <Navigate to={pageAddress(text)} replace />;
  const slug = parseSlug(text);
  return slug === null ? <NotFound path={pathname} slug={text} /> : <LoadedPage key={slug} slug={slug} />;
}

/** That there is no such page, unless its address is another spelling of one's: "Über uns". */
function NotFound({ path, slug }: { path: string; slug: string }) {
  const suggested = slugOf(slug);
  const { data: page } = useQuery({ ...pageQuery(suggested), enabled: suggested !== '' && suggested !== slug });
  if (page) return <Navigate to={pageAddress(page.slug)} replace />;
  return (
    <MissingPage
      head={{ title: 'Page Not Found', description: 'This page could not be found.', path }}
      title="Page Not Found"
      action={
        <Link to="/" className={buttonLook()}>
          Back to Home
        </Link>
      }
    >
      <p>This page could not be found.</p>
    </MissingPage>
  );
}

function LoadedPage({ slug }: { slug: string }) {
  const { data: page, isError, refetch } = useQuery(pageQuery(slug));
  const site = useSite();
  const path = pageAddress(slug);
  if (page) {
    return (
      <Page head={{ title: page.title, description: descriptionOf(null, page.contentText), path, data: pageData(page, path, site) }}>
        <PageText page={page} />
      </Page>
    );
  }
  if (page === null) return <NotFound path={path} slug={slug} />;
  return (
    <Page head={null}>
      {isError ? (
        <ErrorState what="The page" retry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading page..." className="mx-auto grid max-w-3xl gap-4">
          <div className="h-4 w-48 skeleton" />
          <div className="h-12 skeleton" />
          <div className="mt-4 h-64 skeleton" />
        </div>
      )}
    </Page>
  );
}
