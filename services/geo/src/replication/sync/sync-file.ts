/** Syncs the replica of a file and verifies it by the checksum of its stored content. */
import { isForgeError } from '@forgemesh/errors';
import { findOwnNode, selectionKey } from '#nodes';
import { type FileDocument, isOfProject, removeFileReplica } from '#replication/files';
import { stateChanges, withoutState, type SyncResult } from './sync-result';
import type { FileState } from '#replication/primary';
import type { SyncDeps } from './deps';

type Deps = Pick<
  SyncDeps,
  'log' | 'files' | 'fileStore' | 'primary' | 'verifyIntervalMs' | 'registry' | 'nodes' | 'site'
>;

interface FileSync {
  result: SyncResult;
  /** Changed fields of the document besides the replica state. */
  fields?: Partial<FileDocument>;
}

/**
 * Syncs a replica. Throws UnavailableError if the primary is unreachable, which does not count as a
 * failure of the replica.
 */
export async function syncFile(deps: Deps, before: FileDocument): Promise<void> {
  const synced = await sync(deps, before).catch((error: unknown): FileSync => {
    if (isForgeError(error) && error.reason === 'unavailable') throw error;
    deps.log.error({ err: error, replica: before._id }, 'sync failed');
    return { result: { kind: 'sync_failed', failure: 'The sync failed' } };
  });
  if (synced === 'deleted') await removeFileReplica(deps, before._id);
  else await store(deps, before, synced);
}

async function sync(deps: Deps, before: FileDocument): Promise<FileSync | 'deleted'> {
  const { _id: key } = before;
  // The checksum of a content is requested once, since a content never changes.
  const verifiedContent = before.verified ? before.content : null;
  const original = await deps.primary.fileState(before, verifiedContent ?? '');
  if (!original.found || (await isOutsideSelection(deps, before, original))) return 'deleted';
  const expected = original.content === verifiedContent ? before.checksum : original.checksum;
  const fields = fieldsOf(original);
  if (expected === null) return lostOriginal(before);
  const isCurrent = before.content === original.content;
  if (isCurrent && (await deps.fileStore.checksum(key)) === expected)
    return { result: { kind: 'verified', checksum: expected }, fields: { ...fields, content: original.content } };
  const failure = await deps.primary.downloadFile(before, original.content, async (content) => {
    // A copy of this content is missing or damaged.
    await (isCurrent ? deps.fileStore.repair(key, content) : deps.fileStore.write(key, content));
  });
  const checksum = failure === '' ? await deps.fileStore.checksum(key) : null;
  if (checksum === expected)
    return { result: { kind: 'verified', checksum }, fields: { ...fields, content: original.content } };
  // If the download failed because the primary became unreachable, this call throws, and the
  // failure is not counted.
  const now = await deps.primary.fileState(before, original.content);
  if (!now.found) return 'deleted';
  if (now.content !== original.content) return { result: { kind: 'changed' } };
  if (failure !== '') return { result: { kind: 'sync_failed', failure } };
  return {
    result: { kind: 'not_verified', failure: 'The checksums differ', checksum, isMismatch: true },
    fields: { ...fields, content: original.content },
  };
}

/** Whether a file belongs to a project that this node does not replicate. */
async function isOutsideSelection(deps: Deps, before: FileDocument, { belongs_to: id }: FileState): Promise<boolean> {
  if (!isOfProject(before) || (await deps.registry.exists({ _id: id })) !== null) return false;
  const own = await findOwnNode(deps);
  return own !== undefined && selectionKey(own) !== '';
}

/** Keeps the replica, which is the only remaining copy. */
function lostOriginal(before: FileDocument): FileSync {
  const failure = 'The file on the primary is damaged';
  if (before.content === null) return { result: { kind: 'sync_failed', failure } };
  const { checksum } = before;
  const result: SyncResult = { kind: 'not_verified', failure, checksum, isMismatch: false };
  return { result, fields: { is_missing_on_primary: true } };
}

function fieldsOf({ belongs_to, secret, name, expires_at }: FileState): Partial<FileDocument> {
  const expiry = expires_at === null ? null : new Date(expires_at);
  return { belongs_to, secret, name, expires_at: expiry, is_missing_on_primary: false };
}

/** Stores the result. If the original changed during the sync, the replica stays due. */
async function store(deps: Deps, before: FileDocument, { result, fields }: FileSync): Promise<void> {
  const { _id, generation } = before;
  const now = new Date();
  const changes = { ...stateChanges(deps.verifyIntervalMs, before, result, now), leased_until: null };
  if ((await deps.files.updateOne({ _id, generation }, { $set: { ...changes, ...fields } })).matchedCount > 0) return;
  const rest = { ...withoutState(changes, now), ...fields };
  // The file was deleted during the sync: remove the content, too.
  if ((await deps.files.updateOne({ _id }, { $set: rest })).matchedCount === 0) await deps.fileStore.remove(_id);
}
