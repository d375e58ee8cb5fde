import type { ByteRange } from '@forgemesh/objects';
import { callerOf } from '@forgemesh/rpc';
import type { LfsCall, LfsResponse } from '../protocol/lfs-call';
import { LfsError } from '../protocol/lfs-error';
import { findLinked } from './link-objects';
import { openObject } from './open-linked-object';
import { readRange } from './read-range';

/** Downloads an object of the project, or one range of it. */
export async function downloadObject(call: LfsCall): Promise<LfsResponse> {
  const { deps, project_id, params, headers, signal, context } = call;
  const [oid = ''] = params;
  const size = (await findLinked(deps, project_id, [oid])).get(oid);
  if (size === undefined) throw new LfsError(404, 'The project does not have this object.');
  const range = readRange(headers['range'], size);
  if (range === 'unsatisfiable') return unsatisfiable(size);
  const release = await deps.lfsTransfers.acquire({ caller: callerOf(context), signal });
  try {
    const content = await openObject(deps, oid, range);
    if (!content) throw new LfsError(404, 'The content of this object is missing.');
    content.once('close', release);
    return { status: range ? 206 : 200, headers: headersOf(oid, size, range), content };
  } catch (error) {
    release();
    throw error;
  }
}

function headersOf(oid: string, size: number, range: ByteRange | undefined): LfsResponse['headers'] {
  return {
    'Content-Type': 'application/octet-stream',
    'Content-Length': range ? range.end - range.start + 1 : size,
    'Accept-Ranges': 'bytes',
    ETag: `"${oid}"`,
    'X-Content-Type-Options': 'nosniff',
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` }),
  };
}

function unsatisfiable(size: number): LfsResponse {
  const headers = { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 };
  return { status: 416, headers, content: Buffer.alloc(0) };
}
