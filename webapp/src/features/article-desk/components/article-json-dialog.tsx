// A article from JSON.
import { Dialog } from '@/components/ui/dialog';
import { articleTemplate } from '../template';

export function ArticleJsonDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={onClose} title="JSON Input" size="large">
      <pre>{articleTemplate}</pre>
    </Dialog>
  );
}
