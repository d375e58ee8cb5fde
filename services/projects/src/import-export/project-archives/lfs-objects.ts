/** Adds the large files of a project to its archive, and the list of their digests. */
import { pipeline } from 'node:stream/promises';
import { isForgeError } from '@forgemesh/errors';
import { openContent } from '@forgemesh/rpc';
import type { LfsObject } from '@forgemesh/proto/repository/v1/lfs_object';
import type { Pack } from 'tar-stream';
import { addSpooled, entries, folders, type Spool } from '#import-export/archives';
import type { ProjectArchivesDeps } from './deps';

const BATCH = 1_000;
/** The kind of repository that refers to an object: that of the project. */
const OF_PROJECT = 0;

/** Adds the large files. One whose content is missing in the object store is left out. */
export async function addLfsObjects(
  deps: ProjectArchivesDeps,
  tar: Pack,
  { project_id, spool }: { project_id: number; spool: Spool },
): Promise<void> {
  await addSpooled(tar, spool, { name: entries.lfsObjects, content: listOf(addEach(deps, tar, project_id)) });
}

/** The list as JSON; empty if there are no objects. */
async function* listOf(oids: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const oid of oids) {
    yield Buffer.from(`${isFirst ? '{' : ','}${JSON.stringify(oid)}:[${OF_PROJECT}]`);
    isFirst = false;
  }
  if (!isFirst) yield Buffer.from('}\n');
}

/** Adds the objects one after the other, and yields the digest of each. */
async function* addEach(deps: ProjectArchivesDeps, tar: Pack, project_id: number): AsyncGenerator<string> {
  const { lfsObjects } = deps.clients;
  for (let after = ''; ;) {
    const { objects } = await lfsObjects.listLfsObjects({ project_id, after, limit: BATCH });
    for (const object of objects) if (await addObject(deps, tar, { project_id, object })) yield object.oid;
    if (objects.length < BATCH) return;
    after = objects.at(-1)?.oid ?? after;
  }
}

/** Adds an object; false if its content is missing. */
async function addObject(
  { clients, log }: ProjectArchivesDeps,
  tar: Pack,
  { project_id, object: { oid, size } }: { project_id: number; object: LfsObject },
): Promise<boolean> {
  const parts = clients.lfsObjects.downloadLfsObject({ project_id, oid });
  const content = await openContent(parts).catch((error: unknown) => {
    if (!isForgeError(error) || error.reason !== 'not_found') throw error;
    log.warn({ project_id, oid }, 'LFS object left out of an export: its content is missing');
    return null;
  });
  if (!content) return false;
  await pipeline(content, tar.entry({ name: `${folders.lfsObjects}/${oid}`, size }));
  return true;
}
