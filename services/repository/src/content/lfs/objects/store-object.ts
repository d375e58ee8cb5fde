import type { LfsPointer } from '@forgemesh/git-engine';
import { objectKey } from '@forgemesh/objects';
import type { LfsDeps } from '../deps';
import { LFS } from './remove-unlinked-objects';

/** Dependencies of the storage of objects. */
export type StoreObjectDeps = Pick<LfsDeps, 'objects' | 'uploadRecords'>;

/**
 * Stores an object and links it to a project. The content is verified while it arrives: only who
 * has the content can link an object that another project has. Throws ContentMismatchError if it
 * differs from the pointer, and DiskError if there is no space for it.
 */
export async function storeObject(
  { objects, uploadRecords }: StoreObjectDeps,
  projectId: number,
  { oid, size }: LfsPointer,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  await uploadRecords.announce({ oid, size });
  await objects.put(objectKey(LFS, oid), content, { sha256: oid, size });
  await uploadRecords.link(projectId, { oid, size });
}
