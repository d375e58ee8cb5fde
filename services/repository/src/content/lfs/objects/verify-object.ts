import type { LfsPointer } from '@forgemesh/git-engine';
import { json, type LfsCall, type LfsResponse } from '../protocol/lfs-call';
import { LfsError } from '../protocol/lfs-error';
import { readJson } from '../protocol/read-json';
import { readPointer } from '../protocol/read-pointer';
import { completeUpload } from './complete-upload';
import { findLinked } from './link-objects';

/**
 * Confirms an upload: 404 unless the project has the object with this size. An upload to the object
 * store itself is completed first.
 */
export async function verifyObject(call: LfsCall): Promise<LfsResponse> {
  const object = readPointer(await readJson(call));
  if (!(await isStored(call, object)) && !(await completeUpload(call, object)))
    throw new LfsError(404, 'The project does not have this object.');
  return json(200, object);
}

async function isStored({ deps, project_id }: LfsCall, { oid, size }: LfsPointer): Promise<boolean> {
  return (await findLinked(deps, project_id, [oid])).get(oid) === size;
}
