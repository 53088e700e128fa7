// Copies a picture's address, or the Markdown that shows it.
import { Copy } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { copyText } from '@/lib/copy-text';
import type { LibraryPicture } from '@/lib/media';
import { markdownOf } from '../words';

export function CopyButtons({ picture }: { picture: LibraryPicture }) {
  const icon = <Copy aria-hidden strokeWidth={1.75} className="size-4" />;
  return (
    <>
      <Button variant="plain" size="small" onClick={() => void copyText(picture.url, 'Address copied')}>
        {icon}
        Copy address
      </Button>
      <Button variant="plain" size="small" onClick={() => void copyText(markdownOf(picture), 'Markdown copied')}>
        {icon}
        Copy Markdown
      </Button>
    </>
  );
}
