import { setImmediate } from 'node:timers/promises';
import type { LfsPointer } from '@forgemesh/git-engine';
import { objectKey } from '@forgemesh/objects';
import { assertMayPush } from '../protocol/assert-may-push';
import { json, type LfsCall, type LfsResponse } from '../protocol/lfs-call';
import { LfsError } from '../protocol/lfs-error';
import { readJson } from '../protocol/read-json';
import { readPointer } from '../protocol/read-pointer';
import { assertWithinLimit, isTooLarge } from './check-limits';
import { findLinked } from './link-objects';
import { pendingUpload, recordPendingUploads, removePendingUpload } from './pending-uploads';
import { LFS } from './remove-unlinked-objects';

/** Maximum number of objects of a request; clients send 100. */
const MAX_OBJECTS = 1_000;
/**
 * Objects that are presented at the same time: signing takes CPU, and during a migration each needs
 * a request to the bucket.
 */
const PARALLEL = 16;

const MISSING = "The object does not exist on the server, or you don't have permissions to access it.";

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
    await assertWithinLimit(call, missing);
    await call.deps.uploadRecords.announceAll(missing);
    if (hasDirectUploads(call)) {
      const accepted = missing.filter((pointer) => !isTooLarge(call.deps, pointer));
      await recordPendingUploads(call.deps.uploadRecords.pending, call.project_id, accepted);
    }
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
  return objects.map(readPointer);
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

async function presentUpload(call: LfsCall, pointer: LfsPointer, linkedSize: number | undefined): Promise<BatchObject> {
  if (linkedSize !== undefined) return { oid: pointer.oid, size: linkedSize };
  const { maxObjectBytes } = call.deps.lfsLimits;
  if (isTooLarge(call.deps, pointer))
    return { ...pointer, error: { code: 422, message: `An object has at most ${maxObjectBytes} bytes.` } };
  const actions = (await directUpload(call, pointer)) ?? uploadHere(call, pointer);
  return { ...pointer, authenticated: true, actions };
}

/** The upload itself verifies the content, so the client is not asked to confirm it. */
function uploadHere({ url, authorization }: LfsCall, { oid, size }: LfsPointer): BatchObject['actions'] {
  const type = { 'Content-Type': 'application/octet-stream' };
  return { upload: { href: `${url}/objects/${oid}/${size}`, ...headerOf(authorization, type) } };
}

/**
 * An upload to the object store, which the client confirms afterwards; undefined for an object that
 * the store does not take from clients.
 */
async function directUpload(call: LfsCall, pointer: LfsPointer): Promise<BatchObject['actions']> {
  if (!hasDirectUploads(call)) return undefined;
  const { url, authorization, deps, project_id } = call;
  const { uploadAddressSeconds: seconds } = deps.lfsLimits;
  const upload = pendingUpload(project_id, pointer);
  const signed = await deps.objects.direct?.address(upload, seconds);
  if (!signed) {
    await removePendingUpload(deps.uploadRecords.pending, upload);
    return undefined;
  }
  return {
    upload: { href: signed.href, header: signed.header, expires_in: seconds },
    verify: { href: `${url}/objects/verify`, ...headerOf(authorization) },
  };
}

/** Whether the client uploads to the object store: it needs credentials to confirm that here. */
function hasDirectUploads({ authorization, deps }: LfsCall): boolean {
  const { objects, lfsLimits } = deps;
  return lfsLimits.uploadAddressSeconds > 0 && objects.direct !== undefined && authorization !== undefined;
}

/** The headers that the client sends; without credentials only further ones. */
function headerOf(authorization: string | undefined, further: Record<string, string> = {}): object {
  const header = { ...further, ...(authorization !== undefined && { Authorization: authorization }) };
  return Object.keys(header).length > 0 ? { header } : {};
}
