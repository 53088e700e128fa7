// Chooses pictures from the library, or uploads them to it, in a dialog over an editor.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useState, type SyntheticEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ListSearch } from '@/components/ui/list-search';
import { MoreButton } from '@/components/ui/more-button';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { invalidateMedia, libraryPages, pictureQuery, type LibraryPicture } from '@/lib/media';
import { AltText } from './alt-text';
import { FileButton } from './file-button';
import { useFileTarget } from './file-target';
import { PickerGrid, PickerLoading } from './picker-grid';
import { pictureName, pictureSize } from './picture-texts';
import { UploadOrder } from './upload-order';
import { UploadList } from './upload-list';
import { isUnfinished, UploadQueue } from './upload-queue';
import { useUploads } from './use-uploads';

interface Props {
  title: string;
  /** Whether several pictures can be chosen; they are handed over in the order in which they were. */
  several?: boolean;
  onChoose: (pictures: LibraryPicture[]) => void;
  onClose: () => void;
}

/** The dialog is part of its opener's form to React, which must not hear of what happens in it. */
const stop = (e: SyntheticEvent) => e.stopPropagation();

export function PicturePicker({ title, several = false, onChoose, onClose }: Props) {
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly LibraryPicture[]>([]);
  /** Alt texts that were written here, which the list may not have yet. */
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({});
  const [queue] = useState(() => new UploadQueue());
  const [order] = useState(() => new UploadOrder());
  const uploads = useUploads(queue);
  const uploading = uploads.some(isUnfinished);
  const list = useInfiniteQuery(libraryPages({ search }));
  useEffect(() => () => queue.cancelAll(), [queue]);

  const toggle = (picture: LibraryPicture) => {
    const others = chosen.filter(({ id }) => id !== picture.id);
    if (others.length < chosen.length) setChosen(others);
    else setChosen(several ? [...chosen, picture] : [picture]);
  };
  // What is uploaded here is meant to be used.
  const choosePlaced = (picture: LibraryPicture, file: File) =>
    setChosen((before) => {
      const others = several ? before.filter(({ id }) => id !== picture.id) : [];
      return others.toSpliced(order.place(others, picture, file), 0, picture);
    });
  const upload = (files: File[]) => {
    const taken = several ? files : files.slice(0, 1);
    order.note(taken);
    queue.add(taken, {
      onStored: ({ id }, file) => {
        setSearch('');
        void client.query(pictureQuery(id)).then((picture) => choosePlaced(picture, file));
        void invalidateMedia(client);
      },
    });
  };
  const target = useFileTarget(upload);

  // A picture that is stored while parts are loaded moves others into the next part.
  const all = [...new Map(list.data?.pages.flatMap(({ items }) => items.map((item) => [item.id, item] as const))).values()];
  const total = list.data?.pages.at(-1)?.total ?? 0;
  const last = chosen.at(-1);
  const newest = (picture: LibraryPicture) => all.find(({ id }) => id === picture.id) ?? picture;
  const choose = () => onChoose(chosen.map((picture) => ({ ...newest(picture), alt: written[picture.id] ?? newest(picture).alt })));
  return (
    <div onSubmit={stop} onDragOver={stop} onDragLeave={stop} onDrop={stop} onPaste={stop}>
      <Dialog
        open
        onOpenChange={onClose}
        title={title}
        size="large"
        footer={
          <div className="flex min-w-0 grow flex-wrap items-end gap-x-6 gap-y-3">
            <div className="min-w-0 grow basis-72">
              {last ? (
                <>
                  <p className="truncate text-small font-semibold">{[pictureName(last), pictureSize(last)].filter(Boolean).join(', ')}</p>
                  <AltText
                    key={last.id}
                    picture={newest(last)}
                    of={pictureName(last)}
                    onWritten={(alt) => setWritten({ ...written, [last.id]: alt })}
                  />
                </>
              ) : (
                <p className="text-small text-muted">{several ? 'Select images in the order they should appear.' : 'Select an image.'}</p>
              )}
            </div>
            <div className="ml-auto flex gap-3">
              <Button variant="plain" onClick={onClose}>
                Cancel
              </Button>
              <Button disabled={chosen.length === 0 || uploading} onClick={choose}>
                {uploading ? 'Uploading...' : chosen.length > 1 ? `Use ${chosen.length} images` : 'Use image'}
              </Button>
            </div>
          </div>
        }
      >
        <div
          {...target.handlers}
          className={clsx('min-h-72 rounded-sm', target.over && 'outline-2 outline-offset-4 outline-accent outline-dashed')}
        >
          <div className="flex flex-wrap items-center gap-3">
            <ListSearch label="Search images" value={search} onSearch={setSearch} />
            <FileButton label={several ? 'Upload images' : 'Upload an image'} multiple={several} variant="plain" onFiles={upload}>
              Upload
            </FileButton>
            <p className="text-small text-muted max-sm:hidden">or drop or paste {several ? 'files' : 'a file'} here</p>
          </div>
          <div className={uploads.length > 0 ? 'mt-4' : undefined}>
            <UploadList queue={queue} />
          </div>
          <div className="mt-5" aria-busy={list.isFetching}>
            {list.isPending ? (
              <PickerLoading />
            ) : list.isError && all.length === 0 ? (
              <ErrorState what="Images" retry={() => void list.refetch()} />
            ) : all.length === 0 ? (
              <EmptyState title={search ? 'No images match your search' : 'No images yet'}>
                {search ? null : 'Images you upload appear here, and in Media.'}
              </EmptyState>
            ) : (
              <>
                <PickerGrid pictures={all} chosen={chosen} several={several} onToggle={toggle} />
                <MoreButton shown={all.length} total={total} busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
              </>
            )}
          </div>
        </div>
      </Dialog>
    </div>
  );
}
