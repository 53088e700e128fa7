// The library's uploads. They go on while the admin works in another tab of the dashboard.
import { UploadQueue } from '@/components/media/upload-queue';

export const libraryUploads = new UploadQueue();
