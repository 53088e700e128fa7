// The head of the editor: what is edited, which view of it is shown, and the actions. On a phone it has two rows.
import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';

interface Props {
  title: string;
  description: string | undefined;
  /** Edit and Preview, and what is shown beside the text. */
  views: ReactNode;
  /** The buttons; the last one saves. */
  actions: ReactNode;
}

export function EditorHeader({ title, description, views, actions }: Props) {
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 border-b border-rule-strong px-2 sm:px-4 md:flex-nowrap">
      <Radix.Close asChild>
        <Button variant="quiet" shape="icon" size="small" aria-label="Close" className="w-9! pointer-coarse:w-control!">
          <X aria-hidden strokeWidth={1.75} className="size-5" />
        </Button>
      </Radix.Close>
      <div className="min-w-16 grow basis-0 py-2 md:min-h-15 md:py-0 md:content-center">
        <Radix.Title className="text-base leading-tight font-semibold sm:text-[1.125rem]">{title}</Radix.Title>
        {description ? (
          <Radix.Description className="truncate text-caption text-muted max-sm:hidden">{description}</Radix.Description>
        ) : null}
      </div>
      <div className="flex items-center gap-1 self-stretch max-md:order-last max-md:w-full max-md:border-t max-md:border-rule">{views}</div>
      <div className="ml-auto flex items-center gap-2 py-2">{actions}</div>
    </header>
  );
}
