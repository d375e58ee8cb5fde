import type { Schedule } from '@forgemesh/service';
import type { UploadsDeps } from './deps';

/** Starts uploads that are due, including those left by a process that died. */
export const runUploads: Schedule<UploadsDeps> = {
  name: 'deliveries-uploads',
  everyMs: 2_000,
  watches: ({ uploads }) => [uploads],
  run: ({ uploader }) => uploader.wakeDue(),
};
