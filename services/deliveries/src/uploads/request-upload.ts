import { isDuplicateKey } from '@forgemesh/data';
import type { UploadsDeps } from './deps';

/** Queues the upload of an archive and starts it. Idempotent. */
export async function requestUpload(
  { uploads, uploader }: Pick<UploadsDeps, 'uploader' | 'uploads'>,
  { id: export_id, file }: { id: number; file: string },
): Promise<void> {
  try {
    await uploads.create([{ _id: file, export_id, due_at: new Date() }]);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  uploader.wake(file);
}
