// The place of toasts and notices in a dialog, above its buttons.
import { useSlotRef } from '@/hooks/use-notice-slot';

export function NoticeSlot({ className }: { className?: string }) {
  return <div ref={useSlotRef()} className={className} />;
}
