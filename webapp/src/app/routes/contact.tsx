// /contact: the form, and beside it the text of the page.
import { useQuery } from '@tanstack/react-query';
import { Page } from '@/components/layout/page';
import { Prose } from '@/components/ui/prose';
import { ErrorState } from '@/components/ui/state';
import { ContactForm } from '@/features/contact/components/contact-form';
import { pageQuery } from '@/features/pages/api/page';
import { pageData } from '@/features/pages/linked-data';
import { useSite } from '@/hooks/use-site';
import { descriptionOf } from '@/lib/description';

const path = '/contact';

export default function ContactRoute() {
  const site = useSite();
  const { data: page, isError, refetch } = useQuery(pageQuery('contact'));
  return (
    <Page
      head={page ? { title: page.title, description: descriptionOf(null, page.contentText), path, data: pageData(page, path, site) } : null}
    >
      {page ? <h1 className="text-h2 sm:text-h1">{page.title}</h1> : null}
      <div className="mt-10 grid gap-x-12 gap-y-12 lg:grid-cols-12">
        <div className="lg:col-span-8">
          <ContactForm />
        </div>
        <div className="border-t-2 border-primary pt-4 lg:col-span-4">
          {page ? (
            <Prose html={page.contentHtml} className="text-small" />
          ) : isError ? (
            <ErrorState what="The text" retry={() => void refetch()} />
          ) : (
            <div className="h-64 skeleton" />
          )}
        </div>
      </div>
    </Page>
  );
}
