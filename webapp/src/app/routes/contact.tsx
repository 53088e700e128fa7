// /contact
import { Page } from '@/components/layout/page';
import { ContactFacts } from '@/features/contact/components/contact-facts';
import { ContactForm } from '@/features/contact/components/contact-form';
import { breadcrumbs } from '@/lib/linked-data';
import type { PageHead } from '@/lib/page-head';

const head: PageHead = { title: 'Contact', description: 'Contact the Candor newsroom. We answer within 24 hours.', path: '/contact', data: [breadcrumbs({ name: 'Contact', path: '/contact' })] };

export default function ContactRoute() {
  return (
    <Page head={head}>
      <h1 className="text-h2 sm:text-h1">Contact</h1>
      <p className="mt-4 max-w-measure text-body text-secondary">A question, a correction, a product we should test: write to us.</p>
      <div className="mt-10 grid gap-x-12 gap-y-12 lg:grid-cols-12">
        <div className="lg:col-span-8">
          <ContactForm />
        </div>
        <div className="lg:col-span-4">
          <ContactFacts />
        </div>
      </div>
    </Page>
  );
}
