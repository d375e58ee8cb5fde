import { setImmediate } from 'node:timers/promises';
import type { LfsPointer } from '@forgemesh/git-engine';
import { objectKey } from '@forgemesh/objects';
import { isObject } from '../protocol/is-object';
import { assertMayPush } from '../protocol/assert-may-push';
import { json, type LfsCall, type LfsResponse } from '../protocol/lfs-call';
import { LfsError } from '../protocol/lfs-error';
import { readJson } from '../protocol/read-json';
import { assertWithinLimit } from './check-limits';
import { findLinked } from './link-objects';
import { LFS } from './remove-unlinked-objects';

/** Maximum number of objects of a request; clients send 100. */
const MAX_OBJECTS = 1_000;
/**
 * Objects that are presented at the same time: signing takes CPU, and during a migration each needs
 * a request to the bucket.
 */
const PARALLEL = 16;

const MISSING = "The object does not exist on the server, or you don't have permissions to access it.";
/** The digest that names an object. */
export const oidText = /^[0-9a-f]{64}$/;

/** An object of a response. */
interface BatchObject extends LfsPointer {
  authenticated?: boolean;
  actions?: Record<string, object>;
  error?: { code: number; message: string };
}

/** Tells where the objects of a project can be downloaded, or the missing ones uploaded. */
export async function batchObjects(call: LfsCall): Promise<LfsResponse> {
  const request = await readJson(call);
  const { operation, objects, hash_algo: algorithm = 'sha256' } = request;
  if (operation !== 'download' && operation !== 'upload')
    throw new LfsError(422, 'The operation is neither download nor upload.');
  if (algorithm !== 'sha256') throw new LfsError(409, 'Objects are named by their SHA-256.');
  if (operation === 'upload') await assertMayPush(call);
  const pointers = readPointers(objects);
  const linked = await findLinked(
    call.deps,
    call.project_id,
    pointers.map(({ oid }) => oid),
  );
  const present = operation === 'download' ? presentDownload : presentUpload;
  if (operation === 'upload') {
    const missing = pointers.filter(({ oid }) => !linked.has(oid));
    await assertWithinLimit(
      call,
      missing.reduce((sum, { size }) => sum + size, 0),
    );
    await call.deps.uploadRecords.announceAll(missing);
  }
  const presented: BatchObject[] = [];
  for (let at = 0; at < pointers.length; at += PARALLEL) {
    const some = pointers.slice(at, at + PARALLEL);
    presented.push(...(await Promise.all(some.map((pointer) => present(call, pointer, linked.get(pointer.oid))))));
    // Other requests go on in between.
    await setImmediate();
  }
  return json(200, { transfer: 'basic', hash_algo: 'sha256', objects: presented });
}

function readPointers(objects: unknown): LfsPointer[] {
  if (!Array.isArray(objects) || objects.length === 0) throw new LfsError(422, 'The request names no objects.');
  if (objects.length > MAX_OBJECTS) throw new LfsError(413, `A request names at most ${MAX_OBJECTS} objects.`);
  return objects.map((object: unknown) => {
    const { oid, size } = isObject(object) ? object : {};
    const isValid = typeof oid === 'string' && oidText.test(oid) && Number.isSafeInteger(size) && Number(size) >= 0;
    if (!isValid) throw new LfsError(422, 'An object has a SHA-256 and a size.');
    return { oid, size: Number(size) };
  });
}

async function presentDownload(
  { url, authorization, deps }: LfsCall,
  pointer: LfsPointer,
  size: number | undefined,
): Promise<BatchObject> {
  if (size === undefined) return { ...pointer, error: { code: 404, message: MISSING } };
  const { oid } = pointer;
  const { addressSeconds: seconds } = deps.lfsLimits;
  const address = seconds > 0 ? await deps.objects.signedAddress(objectKey(LFS, oid), seconds) : null;
  const download =
    address === null
      ? { href: `${url}/objects/${oid}`, ...headerOf(authorization) }
      : { href: address, expires_in: seconds };
  return { oid, size, authenticated: true, actions: { download } };
}

function presentUpload(call: LfsCall, pointer: LfsPointer, linkedSize: number | undefined): BatchObject {
  if (linkedSize !== undefined) return { oid: pointer.oid, size: linkedSize };
  const { url, authorization, deps } = call;
  const { maxObjectBytes } = deps.lfsLimits;
  if (maxObjectBytes > 0 && pointer.size > maxObjectBytes)
    return { ...pointer, error: { code: 422, message: `An object has at most ${maxObjectBytes} bytes.` } };
  const type = { 'Content-Type': 'application/octet-stream' };
  return {
    ...pointer,
    authenticated: true,
    actions: {
      // The upload itself verifies the content, so the client is not asked to confirm it.
      upload: { href: `${url}/objects/${pointer.oid}/${pointer.size}`, ...headerOf(authorization, type) },
    },
  };
}

/** The headers that the client sends; without credentials only further ones. */
function headerOf(authorization: string | undefined, further: Record<string, string> = {}): object {
  const header = { ...further, ...(authorization !== undefined && { Authorization: authorization }) };
  return Object.keys(header).length > 0 ? { header } : {};
}
