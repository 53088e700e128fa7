// The tab API Management: the keys of the bot API, whether it serves, and how it is used (spec section 2).
import { useQuery } from '@tanstack/react-query';
import { Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonLook } from '@/components/ui/button';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { useNow } from '@/hooks/use-now';
import { keysQuery } from '../api/keys';
import type { CreatedKey } from '@/lib/api-types';
import { ApiCards } from './api-cards';
import { ApiDocumentation } from './api-documentation';
import { DeletedKeys } from './deleted-keys';
import { documentation } from './downloads';
import { KeyForm } from './key-form';
import { KeysTable } from './keys-table';
import { NewKeyDialog } from './new-key-dialog';
import { UndoDialog, type UndoneKey } from './undo-dialog';

export default function ApiTab() {
  const keys = useQuery(keysQuery);
  const now = useNow();
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedKey | null>(null);
  const [undone, setUndone] = useState<UndoneKey | null>(null);

  return (
    <section aria-labelledby="api-title">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="api-title" className="text-h5">
          API Management
        </h2>
        <div className="flex flex-wrap gap-3">
          <a href={documentation.href} download className={buttonLook({ variant: 'plain' })}>
            <Download aria-hidden strokeWidth={1.75} className="size-4" />
            Download Documentation
          </a>
          <Button onClick={() => setCreating(true)}>
            <Plus aria-hidden strokeWidth={1.75} className="size-4" />
            Create API Key
          </Button>
        </div>
      </div>
      <ApiCards keys={keys.data} now={now} />
      <h3 className="mt-10 mb-3 text-body font-semibold">API keys</h3>
      {keys.data ? (
        keys.data.length > 0 ? (
          <KeysTable keys={keys.data} now={now} onUndo={setUndone} />
        ) : (
          <EmptyState title="No API keys yet">
            <p>A key lets your program create reviews, articles and categories here. Create one to get started.</p>
          </EmptyState>
        )
      ) : keys.isError ? (
        <ErrorState what="The API keys" retry={() => void keys.refetch()} />
      ) : (
        <RowSkeletons label="Loading API keys..." count={3} />
      )}
      <DeletedKeys onUndo={setUndone} />
      <ApiDocumentation />
      {creating ? (
        <KeyForm
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false);
            setCreated(key);
          }}
        />
      ) : null}
      {created ? <NewKeyDialog created={created} onDone={() => setCreated(null)} /> : null}
      {undone ? <UndoDialog undone={undone} onClose={() => setUndone(null)} /> : null}
    </section>
  );
}
