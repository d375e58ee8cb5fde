import { json, type LfsCall, type LfsResponse } from '../protocol/lfs-call';
import { LfsError } from '../protocol/lfs-error';
import { readJson } from '../protocol/read-json';
import { findLinked } from './link-objects';

/** Confirms an upload: 404 unless the project has the object with this size. */
export async function verifyObject(call: LfsCall): Promise<LfsResponse> {
  const { oid, size } = await readJson(call);
  if (typeof oid !== 'string') throw new LfsError(422, 'An object has a SHA-256 and a size.');
  const linked = await findLinked(call.deps, call.project_id, [oid]);
  if (linked.get(oid) !== size) throw new LfsError(404, 'The project does not have this object.');
  return json(200, { oid, size });
}
