// /office-tools
import { Page } from '@/components/layout/page';
import { QrGenerator } from '@/features/tools/components/qr-generator';
import { heads } from '../heads';

export default function OfficeToolsRoute() {
  return (
    <Page head={heads.officeTools}>
      <h1 className="text-h2 sm:text-h1">Office Tools</h1>
      <p className="mt-4 max-w-measure text-body text-secondary">
        Small tools that do one thing. Free, unlimited, no registration: what you type never leaves your browser.
      </p>
      <hr className="mt-8 mb-10 border-rule" />
      <QrGenerator />
    </Page>
  );
}
