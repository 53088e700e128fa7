// The order in which files were given. Several are sent at a time, so that the first stored isn't always the first given.
import type { StoredPicture } from '@/lib/media';

export class UploadOrder {
  private readonly given = new Map<File, number>();
  private readonly stored = new Map<string, number>();

  /** Notes the files that are about to be uploaded. */
  note(files: readonly File[]): void {
    for (const file of files) this.given.set(file, this.given.size);
  }

  /** Returns the place that a stored file's picture gets among others: before those whose files were given later, and else at the end. */
  place(others: readonly { url: string }[], { url }: Pick<StoredPicture, 'url'>, file: File): number {
    const own = this.given.get(file) ?? this.given.size;
    this.stored.set(url, own);
    const later = others.findIndex((other) => (this.stored.get(other.url) ?? -1) > own);
    return later < 0 ? others.length : later;
  }
}
