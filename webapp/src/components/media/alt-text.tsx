// The alt text of a library's picture, and a way to write it where it is missing. It is saved at once: it belongs to the picture, not to
// the form around it.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState, type MouseEvent } from 'react';
import { Button } from '@/components/ui/button';
import { ApiError } from '@/lib/api-client';
import { describePicture, invalidateMedia, pictureQuery, type LibraryPicture } from '@/lib/media';

interface Props {
  picture: LibraryPicture;
  /** Names the picture in the buttons' names: 'Add alt text for lamp.jpg'. */
  of: string;
  /** Called when an alt text is on its way to the server. */
  onWritten?: (alt: string) => void;
}

export function AltText({ picture, of, onWritten }: Props) {
  const client = useQueryClient();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null); // null: it isn't being edited
  const opener = useRef<HTMLButtonElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: (alt: string) => describePicture(picture.id, { alt }),
    onSuccess: (described) => {
      client.setQueryData(pictureQuery(picture.id).queryKey, described);
      void invalidateMedia(client);
    },
  });
  // Until the picture is loaded again, what was saved is newer.
  const saved = saving.data && (saving.data.revision ?? 0) > (picture.revision ?? -1) ? saving.data.alt : picture.alt;
  const shown = saving.isPending ? saving.variables : saved;
  const editing = typed !== null;
  useEffect(() => {
    if (editing) area.current?.focus();
  }, [editing]);

  const close = (returnFocus: boolean) => {
    setTyped(null);
    if (returnFocus) setTimeout(() => opener.current?.focus());
  };
  const save = (returnFocus: boolean) => {
    const alt = (typed ?? '').replace(/\s+/g, ' ').trim();
    if (saving.isPending) return;
    if (alt === saved) {
      close(returnFocus);
      return;
    }
    onWritten?.(alt);
    saving.mutate(alt, { onSuccess: () => close(returnFocus) });
  };

  if (!editing) {
    return (
      <div className="flex flex-wrap items-center gap-x-3 text-small">
        <p className="min-w-0 text-secondary [overflow-wrap:anywhere]">
          {shown === '' ? (
            <>
              <TriangleAlert aria-hidden strokeWidth={1.75} className="mr-1.5 inline size-4 align-[-0.2em]" />
              No alt text
            </>
          ) : (
            <span className="line-clamp-2">
              Alt text: “<bdi>{shown}</bdi>”
            </span>
          )}
        </p>
        <button
          ref={opener}
          type="button"
          data-missing-alt={shown === '' ? true : undefined}
          aria-label={`${shown === '' ? 'Add' : 'Edit'} alt text for ${of}`}
          className="min-h-6 font-semibold text-link underline pointer-coarse:min-h-control"
          onClick={() => {
            saving.reset();
            setTyped(shown);
          }}
        >
          {shown === '' ? 'Add' : 'Edit'}
        </button>
      </div>
    );
  }
  return (
    <div
      ref={root}
      data-own-escape
      onBlur={(e) => {
        // What was typed isn't lost when the person goes on with something else.
        if (!root.current?.contains(e.relatedTarget)) save(false);
      }}
      onKeyDown={(e) => {
        if (e.nativeEvent.isComposing) return;
        if (e.key === 'Escape') close(true);
        if (e.key === 'Enter' && e.target === area.current) {
          e.preventDefault();
          save(true);
        }
      }}
    >
      <label htmlFor={id} className="block text-small font-semibold">
        Alt text
      </label>
      <textarea
        dir="auto"
        ref={area}
        id={id}
        rows={2}
        value={typed}
        readOnly={saving.isPending}
        aria-describedby={`${id}-note`}
        aria-invalid={saving.isError || undefined}
        onChange={(e) => setTyped(e.target.value)}
        className="mt-1 block w-full rounded-sm border border-control bg-raised px-3 py-2 text-base text-primary"
      />
      <p
        id={`${id}-note`}
        role={saving.isError ? 'alert' : undefined}
        className={saving.isError ? 'mt-1 text-small text-danger' : 'mt-1 text-small text-muted'}
      >
        {saving.isError ? failureText(saving.error) : 'Describe the image for people who can’t see it.'}
      </p>
      <div className="mt-2 flex gap-2">
        <Button size="small" variant="plain" aria-busy={saving.isPending} onMouseDown={keepFocus} onClick={() => save(true)}>
          {saving.isPending ? 'Saving...' : 'Save alt text'}
        </Button>
        <Button size="small" variant="quiet" onMouseDown={keepFocus} onClick={() => close(true)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** A press of a button leaves the focus in the text, whose loss would save it. */
const keepFocus = (e: MouseEvent) => e.preventDefault();

function failureText(error: Error): string {
  if (!(error instanceof ApiError)) return 'The alt text was not saved. Check your connection and try again.';
  if (error.status === 404) return 'The image was removed from the library.';
  return `The alt text was not saved. ${error.fields[0]?.message || error.detail || 'Please try again.'}`;
}
