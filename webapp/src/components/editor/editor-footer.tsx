// The last line of the editor: how long the text is, and what is saved.
import type { ReactNode } from 'react';
import { NoticeSlot } from '@/components/ui/notice-slot';

export function EditorFooter({ counts, status }: { counts: ReactNode; status: ReactNode }) {
  return (
    <>
      <NoticeSlot className="px-4 sm:ml-auto sm:w-112" />
      <footer className="flex min-h-9 shrink-0 items-center gap-4 border-t border-rule px-4 text-caption text-muted">
        {counts}
        {status}
      </footer>
    </>
  );
}
