import type { Readable } from 'node:stream';
import { type ByteRange, objectKey } from '@forgemesh/objects';
import type { LfsDeps } from '../deps';
import { limitPace } from './limit-pace';
import { findLinked } from './link-objects';
import { LFS } from './remove-unlinked-objects';

type Deps = Pick<LfsDeps, 'log' | 'objects' | 'lfsLinks' | 'lfsLimits'>;

/** Opens an object of a project; null if the project does not have it. */
export async function openLinkedObject(
  deps: Deps,
  projectId: number,
  oid: string,
): Promise<{ content: Readable; size: number } | null> {
  const size = (await findLinked(deps, projectId, [oid])).get(oid);
  const content = size === undefined ? null : await openObject(deps, oid);
  return content && size !== undefined ? { content, size } : null;
}

/** Opens an object that a project has; null if the store has lost it. */
export async function openObject(
  { log, objects, lfsLimits }: Omit<Deps, 'lfsLinks'>,
  oid: string,
  range?: ByteRange,
): Promise<Readable | null> {
  const opened = await objects.get(objectKey(LFS, oid), range);
  if (opened) return limitPace(opened.content, lfsLimits);
  log.error({ oid }, 'LFS object is missing in the object store');
  return null;
}
