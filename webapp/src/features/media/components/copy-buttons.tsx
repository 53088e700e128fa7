// Copies a picture's address, or the Markdown that shows it.
import { Copy } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { LibraryPicture } from '@/lib/media';
import { showToast } from '@/stores/toasts';
import { markdownOf } from '../words';

async function copy(text: string, title: string) {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title });
  } catch {
    showToast({ variant: 'destructive', title: 'Copy Failed', description: 'Could not copy to clipboard. Please copy manually.' });
  }
}

export function CopyButtons({ picture }: { picture: LibraryPicture }) {
  const icon = <Copy aria-hidden strokeWidth={1.75} className="size-4" />;
  return (
    <>
      <Button variant="plain" size="small" onClick={() => void copy(picture.url, 'Address copied')}>
        {icon}
        Copy address
      </Button>
      <Button variant="plain" size="small" onClick={() => void copy(markdownOf(picture), 'Markdown copied')}>
        {icon}
        Copy Markdown
      </Button>
    </>
  );
}
