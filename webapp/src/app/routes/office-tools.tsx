// /office-tools
import { Page } from '@/components/layout/page';
import { QrGenerator } from '@/features/tools/components/qr-generator';
import { breadcrumbs } from '@/lib/linked-data';
import type { PageHead } from '@/lib/page-head';

const head: PageHead = {
  title: 'Office Tools',
  description: 'A free QR code generator: unlimited, no registration, and it runs entirely in your browser.',
  keywords: 'qr code generator, free qr code, office tools',
  path: '/office-tools',
  data: [breadcrumbs({ name: 'Office Tools', path: '/office-tools' })],
};

export default function OfficeToolsRoute() {
  return (
    <Page head={head}>
      <h1 className="text-h2 sm:text-h1">Office Tools</h1>
      <p className="mt-4 max-w-measure text-body text-secondary">
        Small tools that do one thing. Free, unlimited, no registration: what you type never leaves your browser.
      </p>
      <hr className="mt-8 mb-10 border-rule" />
      <QrGenerator />
    </Page>
  );
}
