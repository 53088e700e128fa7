// /admin/settings/authors: who writes, as readers see them.
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { ApiError } from '@/lib/api-client';
import type { Author } from '@/lib/api-types';
import { showToast } from '@/stores/toasts';
import { authorsQuery, useDeleteAuthor } from '../api/authors';
import { AuthorDialog } from './author-dialog';
import { AuthorPicture } from './author-picture';

const icon = { 'aria-hidden': true, strokeWidth: 1.75, className: 'size-4' } as const;

export default function AuthorSettings() {
  const authors = useQuery(authorsQuery);
  const [open, setOpen] = useState<{ as: 'edit' | 'delete'; author: Author } | { as: 'new' } | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(null);
  if (authors.isPending) return <div role="status" aria-label="Loading authors..." className="h-80 max-w-2xl skeleton" />;
  if (!authors.data) return <ErrorState what="The authors" retry={() => void authors.refetch()} />;
  return (
    <div className="max-w-2xl">
      <Button ref={add} onClick={() => setOpen({ as: 'new' })}>
        <Plus {...icon} />
        Add author
      </Button>
      <div className="mt-5">
        {authors.data.length === 0 ? (
          <EmptyState title="No authors yet">
            Add the people who write here, with a picture, a few words and what readers should know about them. A profile belongs to every
            review and article by that name.
          </EmptyState>
        ) : (
          <ul className="border-t border-rule">
            {authors.data.map((author) => (
              <li key={author.id} className="flex items-center gap-3 border-b border-rule py-3">
                <AuthorPicture author={author} />
                <div className="min-w-0 grow [overflow-wrap:anywhere]">
                  <p className="text-small font-semibold">{author.name}</p>
                  {author.excerpt ? <p className="line-clamp-2 text-small text-secondary">{author.excerpt}</p> : null}
                </div>
                <div className="flex shrink-0">
                  <Button variant="quiet" shape="icon" aria-label={`Edit ${author.name}`} onClick={() => setOpen({ as: 'edit', author })}>
                    <Pencil {...icon} />
                  </Button>
                  <Button
                    variant="quiet"
                    shape="icon"
                    aria-label={`Delete ${author.name}`}
                    onClick={() => setOpen({ as: 'delete', author })}
                  >
                    <Trash2 {...icon} />
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
      {open?.as === 'new' ? <AuthorDialog author={null} onClose={close} /> : null}
      {open?.as === 'edit' ? <AuthorDialog author={open.author} onClose={close} /> : null}
      {open?.as === 'delete' ? (
        <DeleteAuthor
          author={open.author}
          onClose={close}
          onDeleted={() => {
            close();
            setTimeout(() => add.current?.focus()); // the row that had the focus is gone
          }}
        />
      ) : null}
    </div>
  );
}

function DeleteAuthor({ author, onClose, onDeleted }: { author: Author; onClose: () => void; onDeleted: () => void }) {
  const deleting = useDeleteAuthor();
  const confirm = () =>
    deleting.mutate(author.id, {
      onSuccess: () => {
        showToast({ title: 'Author deleted', description: author.name });
        onDeleted();
      },
      onError: (error) => {
        showToast({
          variant: 'destructive',
          title: 'Error',
          description:
            (error instanceof ApiError && error.status < 500 && error.detail) || 'The author could not be deleted. Please try again.',
        });
        onClose();
      },
    });
  return (
    <ConfirmDialog open onOpenChange={onClose} confirm="Delete" busy={deleting.isPending} onConfirm={confirm}>
      <p>
        This permanently erases the profile of{' '}
        <strong className="font-semibold text-primary">
          “<bdi>{author.name}</bdi>”
        </strong>
        . It can’t be restored. Reviews and articles stay, with the name in their Author field.
      </p>
    </ConfirmDialog>
  );
}
