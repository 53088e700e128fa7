// Erasing a person: whom, what is stored of them, are you sure, and a receipt without personal data.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, Printer } from 'lucide-react';
import { useId, useState, type SyntheticEvent } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/field';
import { SelectField } from '@/components/ui/select';
import { ApiError } from '@/lib/api-client';
import { excerpt } from '@/lib/excerpt';
import { showToast } from '@/stores/toasts';
import type { ErasureReceipt, FoundPerson } from '@/lib/api-types';
import { erasePerson, findPerson, type Person } from '../api/erasure';
import { refreshInbox } from '../api/overview';
import { receiptRows, receiptText } from '../receipt';

const kinds = [
  { value: 'email', label: 'Email address' },
  { value: 'ip', label: 'IP address' },
];

const mostShown = 50; // rows of each kind in the preview

export default function EraseDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useId();
  const [kind, setKind] = useState<'email' | 'ip'>('email');
  const [text, setText] = useState('');
  const [asking, setAsking] = useState(false);
  const person: Person = kind === 'email' ? { email: text } : { ip: text };

  const find = useMutation({ mutationFn: findPerson });
  const erase = useMutation({
    mutationFn: erasePerson,
    onSuccess: () => showToast({ title: 'Data erased' }),
    onError: (error) => {
      const gone = error instanceof ApiError && error.status === 404;
      showToast({
        variant: 'destructive',
        title: 'Error',
        description: gone ? 'The data has already been erased by someone else.' : 'The data could not be erased. Please try again.',
      });
      if (gone) find.reset();
    },
    onSettled: () => {
      setAsking(false);
      return refreshInbox(client);
    },
  });
  const change = (next: () => void) => {
    next();
    find.reset();
  };
  const submit = (e: SyntheticEvent) => {
    e.preventDefault();
    find.mutate(person);
  };
  const found = find.data;
  const nothing = found !== undefined && found.messages.length + found.subscribers.length + found.visitors.length === 0;

  if (erase.data) return <ReceiptDialog receipt={erase.data} onClose={onClose} />;
  return (
    <>
      <Dialog
        open
        onOpenChange={onClose}
        title="Erase a person"
        description="Finds everything stored under an email or IP address and removes it permanently. Reviews, tech articles and counts are not affected."
        footer={
          found && !nothing ? (
            <Button variant="danger" onClick={() => setAsking(true)}>
              Erase…
            </Button>
          ) : (
            <Button type="submit" form={form} disabled={find.isPending || text.trim() === ''}>
              {find.isPending ? 'Looking…' : 'Find'}
            </Button>
          )
        }
      >
        <form id={form} onSubmit={submit} className="grid gap-4 sm:grid-cols-[11rem_1fr]">
          <SelectField
            label="Search by"
            options={kinds}
            value={kind}
            onChange={(e) => change(() => setKind(e.target.value === 'ip' ? 'ip' : 'email'))}
          />
          <TextField
            label={kind === 'email' ? 'Email address' : 'IP address'}
            hint={
              kind === 'email'
                ? 'Finds their messages and newsletter subscription. Not case-sensitive.'
                : 'Finds visitors. You can enter a range such as 203.0.113.0/24.'
            }
            value={text}
            onChange={(e) => change(() => setText(e.target.value))}
            error={find.error ? problem(find.error) : undefined}
            autoComplete="off"
            spellCheck={false}
          />
        </form>
        <div role="status">
          {found ? (
            nothing ? (
              <p className="mt-5 text-secondary">Nothing is stored under this address.</p>
            ) : (
              <Preview found={found} />
            )
          ) : null}
        </div>
      </Dialog>
      <ConfirmDialog open={asking} onOpenChange={setAsking} confirm="Erase" busy={erase.isPending} onConfirm={() => erase.mutate(person)}>
        This permanently erases {found ? counts(found) : 'all'} stored under “<bdi>{excerpt(text.trim(), 120)}</bdi>” and cannot be undone.
      </ConfirmDialog>
    </>
  );
}

/** Returns the server's message about the address. */
function problem(error: Error): string {
  return (
    (error instanceof ApiError && error.status === 400 && (error.fields[0]?.message ?? error.detail)) ||
    'The log could not be searched. Please try again.'
  );
}

const plural = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`;

function counts(found: FoundPerson): string {
  const parts = [
    found.messages.length > 0 && plural(found.messages.length, 'message'),
    found.subscribers.length > 0 && plural(found.subscribers.length, 'newsletter subscription'),
    found.visitors.length > 0 && plural(found.visitors.length, 'visitor'),
  ].filter((part) => part !== false);
  return parts.join(' and ');
}

function Preview({ found }: { found: FoundPerson }) {
  const rows = [
    ...found.messages
      .slice(0, mostShown)
      .map((m) => ({ key: `message-${m.id}`, what: `Message “${excerpt(m.subject, 120)}”`, at: m.receivedAt })),
    ...found.subscribers
      .slice(0, mostShown)
      .map((s) => ({ key: `subscriber-${s.id}`, what: 'Newsletter subscription', at: s.subscribedAt ?? '' })),
    ...found.visitors.slice(0, mostShown).map((v) => ({ key: v.id, what: `Visitor at ${v.ipAddress} (${v.country})`, at: v.firstVisit })),
  ];
  return (
    <section className="mt-6 border-t border-rule pt-4">
      <h3 className="font-semibold">Found: {counts(found)}</h3>
      <ul className="mt-2 divide-y divide-rule text-small">
        {rows.map((row) => (
          <li key={row.key} className="flex flex-wrap justify-between gap-x-6 py-2">
            <span className="min-w-0">{row.what}</span>
            <span className="text-muted tabular-nums">{row.at.slice(0, 10)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReceiptDialog({ receipt, onClose }: { receipt: ErasureReceipt; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(receiptText(receipt));
      showToast({ title: 'Receipt copied' });
    } catch {
      showToast({ variant: 'destructive', title: 'Copy Failed', description: 'Could not copy to clipboard. Please copy manually.' });
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Receipt"
      description="Contains no personal data. You can keep it or give it to the person who asked."
      footer={
        <>
          <Button variant="plain" onClick={() => printText(receiptText(receipt))}>
            <Printer aria-hidden strokeWidth={1.75} className="size-4" />
            Print
          </Button>
          <Button variant="plain" onClick={() => void copy()}>
            <Copy aria-hidden strokeWidth={1.75} className="size-4" />
            Copy
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <dl className="grid gap-x-6 gap-y-2 text-small sm:grid-cols-[11rem_1fr]">
        {receiptRows(receipt).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 max-sm:mb-2">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Prints text alone, without the page around it. */
function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const inside = frame.contentDocument?.createElement('pre');
  if (inside) {
    inside.textContent = text;
    inside.style.whiteSpace = 'pre-wrap';
    frame.contentDocument?.body.append(inside);
    frame.contentWindow?.print();
  }
  setTimeout(() => frame.remove(), 1000);
}
