// The keys as a table; on narrow screens each row stacks, with its columns' names. Roles are written out, because a
// stacked table has none of its own.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Status } from '@/components/ui/status';
import { fullDate, TimeAgo } from '@/components/ui/time-ago';
import { ApiError } from '@/lib/api-client';
import { formatDate, formatUtcDate } from '@/lib/format';
import { showToast } from '@/stores/toasts';
import { deactivateKey, deleteKey, keysQuery, refreshKeys } from '../api/keys';
import type { Key } from '@/lib/api-types';
import { keyState } from '../types';

const columns = ['Name', 'Permissions', 'Status', 'Created', 'Expires', 'Last used', 'Left this hour', 'Actions'];
const states = {
  active: { tone: 'good', text: 'Active' },
  expired: { tone: 'danger', text: 'Expired' },
  inactive: { tone: 'plain', text: 'Inactive' },
} as const;

interface Asked {
  what: 'deactivate' | 'delete';
  key: Key;
}

export function KeysTable({ keys, now, onUndo }: { keys: Key[]; now: number; onUndo: (key: Key) => void }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const change = useKeyChange();
  const table = useRef<HTMLTableElement>(null);
  const confirm = ({ what, key }: Asked) => {
    change.mutate({ what, key });
    setAsked(null);
    // The button that had the focus goes away.
    setTimeout(() => document.activeElement === document.body && table.current?.focus({ preventScroll: true }));
  };
  return (
    <>
      <table
        ref={table}
        tabIndex={-1}
        role="table"
        aria-label="API keys"
        className="w-full border-b border-rule text-small outline-none max-lg:block"
      >
        <thead role="rowgroup" className="max-lg:sr-only">
          <tr role="row" className="border-y border-rule text-left">
            {columns.map((name) => (
              <th
                key={name}
                role="columnheader"
                scope="col"
                className="h-9 pr-4 font-semibold whitespace-nowrap text-muted last:pr-0 last:text-right"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-lg:block max-lg:border-t max-lg:border-rule">
          {keys.map((k) => (
            <KeyRow key={k.id} k={k} now={now} onAsk={(what) => setAsked({ what, key: k })} onUndo={() => onUndo(k)} />
          ))}
        </tbody>
      </table>
      {asked ? (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          confirm={asked.what === 'delete' ? 'Delete' : 'Deactivate'}
          onConfirm={() => confirm(asked)}
        >
          {asked.what === 'delete' ? (
            <>
              This permanently removes the API key “<bdi>{asked.key.name}</bdi>” and cannot be undone. Programs that still use it will be
              refused.
            </>
          ) : (
            <>
              This permanently deactivates the API key “<bdi>{asked.key.name}</bdi>” and cannot be undone. Programs that still use it will
              be refused.
            </>
          )}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function KeyRow({ k, now, onAsk, onUndo }: { k: Key; now: number; onAsk: (what: Asked['what']) => void; onUndo: () => void }) {
  const state = keyState(k, now);
  const { tone, text } = states[state];
  return (
    <tr
      role="row"
      className={clsx('border-t border-rule first:border-t-0 max-lg:block max-lg:py-3', state !== 'active' && 'text-secondary')}
    >
      <Cell>
        <span className="block min-w-24 font-semibold">{k.name}</span>
        <code className="text-caption text-muted">{k.hint}</code>
      </Cell>
      <Cell name="Permissions">
        <ul className="text-caption">
          {k.permissions.map((p) => (
            <li key={p} className="max-lg:mr-3 max-lg:inline-block lg:whitespace-nowrap">
              <code>{p}</code>
            </li>
          ))}
        </ul>
      </Cell>
      <Cell name="Status">
        <Status tone={tone}>{text}</Status>
      </Cell>
      <Cell name="Created" tight>
        <time dateTime={k.createdAt} title={fullDate(k.createdAt)}>
          {formatDate(k.createdAt)}
        </time>
      </Cell>
      <Cell name="Expires" tight>
        {k.expiresAt === null ? (
          'Never'
        ) : (
          <time dateTime={k.expiresAt} title={fullDate(k.expiresAt)}>
            {formatUtcDate(lastDay(k.expiresAt))}
          </time>
        )}
      </Cell>
      <Cell name="Last used" tight>
        {k.lastUsed === null ? 'Never' : <TimeAgo iso={k.lastUsed} />}
      </Cell>
      <Cell name="Left this hour" tight>
        {state === 'active' ? `${k.remaining} of ${k.limit}` : '–'}
      </Cell>
      <Cell>
        <span className="flex flex-wrap items-center gap-1 max-lg:mt-2 lg:justify-end">
          <Button variant="quiet" size="small" aria-label={`Undo changes of ${k.name}`} onClick={onUndo}>
            Undo changes…
          </Button>
          {k.isActive ? (
            <Button variant="plain" size="small" aria-label={`Deactivate ${k.name}`} onClick={() => onAsk('deactivate')}>
              Deactivate
            </Button>
          ) : (
            <span className="px-4 text-muted max-lg:pl-0">Inactive</span>
          )}
          <Button variant="quiet" size="small" aria-label={`Delete ${k.name}`} onClick={() => onAsk('delete')}>
            Delete
          </Button>
        </span>
      </Cell>
    </tr>
  );
}

function Cell({ name, tight = false, children }: { name?: string; tight?: boolean; children: ReactNode }) {
  return (
    <td
      role="cell"
      className={clsx(
        'py-2 pr-4 align-middle tabular-nums last:pr-0 max-lg:flex max-lg:gap-3 max-lg:py-0.5',
        name ? '' : 'max-lg:block',
        tight && 'lg:whitespace-nowrap',
      )}
    >
      {name ? (
        <span aria-hidden className="w-28 shrink-0 text-muted lg:hidden">
          {name}
        </span>
      ) : null}
      <span className="min-w-0">{children}</span>
    </td>
  );
}

/** A key that ends with a day does so at the next one's first moment: the day it is good for is the one before. */
const lastDay = (expiresAt: string) => new Date(new Date(expiresAt).getTime() - 1).toISOString();

/** Deactivates or deletes a key. The table shows it at once, and as it was if the server refuses. */
function useKeyChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ what, key }: Asked) => {
      try {
        await (what === 'deactivate' ? deactivateKey(key.id) : deleteKey(key.id));
      } catch (error) {
        const goneAlready = what === 'delete' && error instanceof ApiError && error.status === 404;
        if (!goneAlready) throw error;
      }
    },
    onMutate: async ({ what, key }) => {
      await client.cancelQueries({ queryKey: keysQuery.queryKey });
      const before = client.getQueryData(keysQuery.queryKey);
      client.setQueryData(keysQuery.queryKey, (keys) =>
        what === 'delete' ? keys?.filter((k) => k.id !== key.id) : keys?.map((k) => (k.id === key.id ? { ...k, isActive: false } : k)),
      );
      return before;
    },
    onSuccess: (_, { what }) => showToast({ title: what === 'delete' ? 'API Key Deleted' : 'API Key Deactivated' }),
    onError: (_, { what }, before) => {
      client.setQueryData(keysQuery.queryKey, before);
      showToast({
        variant: 'destructive',
        title: 'Error',
        description: `The API key could not be ${what === 'delete' ? 'deleted' : 'deactivated'}. Please try again.`,
      });
    },
    onSettled: () => refreshKeys(client),
  });
}
