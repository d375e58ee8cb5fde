import type { EventConsumer } from '@forgemesh/events';
import { requestUpload, type UploadsDeps } from '#uploads';

/** Queues the uploads of exported archives. */
export const onUploadRequested: EventConsumer<'projects.export.upload_requested', UploadsDeps> = {
  name: 'deliveries-uploads',
  events: ['projects.export.upload_requested'],
  from: 'all',
  handle: ({ data }, deps) => requestUpload(deps, data.entity),
};
