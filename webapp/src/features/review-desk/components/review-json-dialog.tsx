// A review from JSON.
import { Dialog } from '@/components/ui/dialog';
import { reviewTemplate } from '../template';

export function ReviewJsonDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={onClose} title="JSON Input" size="large">
      <pre>{reviewTemplate}</pre>
    </Dialog>
  );
}
