// The new key, for the one time that it is shown. It closes without a question only by Done, or once the key was copied.
import { Check, Copy, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { showToast } from '@/stores/toasts';
import type { CreatedKey } from '@/lib/api-types';

export function NewKeyDialog({ created, onDone }: { created: CreatedKey; onDone: () => void }) {
  const [copied, setCopied] = useState(false);
  const [asking, setAsking] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(created.apiKey);
      setCopied(true);
    } catch {
      field.current?.select();
      showToast({ variant: 'destructive', title: 'Copy Failed', description: 'Could not copy to clipboard. Please copy manually.' });
    }
  };

  return (
    <>
      <Dialog
        open
        onOpenChange={() => {
          if (copied) onDone();
          else setAsking(true);
        }}
        title="API Key Created"
        description={`The key of “${created.name}”`}
        footer={<Button onClick={onDone}>Done</Button>}
      >
        <p className="flex gap-3 text-small">
          <TriangleAlert aria-hidden strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-danger" />
          <span>
            <strong className="font-semibold">Copy this key now. It will not be shown again.</strong> Candor stores only its hash. Treat it
            like a password.
          </span>
        </p>
        <div className="mt-5 flex flex-wrap gap-3">
          <textarea
            ref={field}
            readOnly
            rows={2}
            spellCheck={false}
            aria-label="API key"
            value={created.apiKey}
            onFocus={(e) => e.target.select()}
            onCopy={() => setCopied(true)}
            className="min-w-0 grow basis-64 resize-none rounded-sm border border-control bg-sunken px-3 py-2 [font-family:monospace] text-small break-all text-primary"
          />
          <Button variant="plain" onClick={() => void copy()}>
            {copied ? (
              <Check aria-hidden strokeWidth={1.75} className="size-4 text-success" />
            ) : (
              <Copy aria-hidden strokeWidth={1.75} className="size-4" />
            )}
            {copied ? 'Copied' : 'Copy'}
          </Button>
        </div>
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Close without copying?"
        confirm="Close"
        cancel="Back to the key"
        onConfirm={onDone}
      >
        The key of “<bdi>{created.name}</bdi>” was not copied and will not be shown again. If you lose it, you have to create a new one.
      </ConfirmDialog>
    </>
  );
}
