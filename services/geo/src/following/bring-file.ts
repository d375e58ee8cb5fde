/**
 * Brings the copy of one file to the state of its original and verifies it by the checksum of its
 * content, as it is read back.
 */
import { isForgeError } from '@forgemesh/errors';
import { forgetFile } from '../files/files';
import type { FileDocument } from '../files/file.model';
import type { Geo } from '../deps';
import { changeOf, withoutState, type Outcome } from './outcome';
import type { FileState } from './primary-client';

interface Brought {
  outcome: Outcome;
  /** What changes of the file besides its state. */
  facts?: Partial<FileDocument>;
}

/**
 * Brings a copy up to date. Throws UnavailableError where the primary does not answer: that is no
 * failure of the copy.
 */
export async function bringFile(deps: Geo, before: FileDocument): Promise<void> {
  const brought = await bring(deps, before).catch((error: unknown): Brought => {
    if (isForgeError(error) && error.reason === 'unavailable') throw error;
    deps.log.error({ err: error, copy: before._id }, 'copy not brought up to date');
    return { outcome: { kind: 'sync_failed', failure: 'The copy could not be made' } };
  });
  if (brought === 'gone') await forgetFile(deps, before._id);
  else await settle(deps, before, brought);
}

async function bring(deps: Geo, before: FileDocument): Promise<Brought | 'gone'> {
  const { _id: key } = before;
  // The checksum of a content is asked for once: a content never changes.
  const known = before.verified ? before.content : null;
  const original = await deps.primary.fileState(before, known ?? '');
  if (!original.found) return 'gone';
  const expected = original.content === known ? before.checksum : original.checksum;
  const facts = factsOf(original);
  if (expected === null) return lost(before);
  if (before.content === original.content && (await deps.fileStore.checksum(key)) === expected)
    return { outcome: { kind: 'verified', checksum: expected }, facts: { ...facts, content: original.content } };
  const failure = await deps.primary.downloadFile(before, original.content, (content) => write(deps, key, content));
  const checksum = failure === '' ? await deps.fileStore.checksum(key) : null;
  if (checksum === expected)
    return { outcome: { kind: 'verified', checksum }, facts: { ...facts, content: original.content } };
  // Also tells whether the download failed because the primary went away, which is no failure of
  // the copy.
  const now = await deps.primary.fileState(before, original.content);
  if (!now.found) return 'gone';
  if (now.content !== original.content) return { outcome: { kind: 'moved' } };
  if (failure !== '') return { outcome: { kind: 'sync_failed', failure } };
  return {
    outcome: { kind: 'not_verified', failure: 'The checksums differ', checksum, isMismatch: true },
    facts: { ...facts, content: original.content },
  };
}

/** What is here of it stays: nobody else has it. */
function lost(before: FileDocument): Brought {
  const failure = 'The file of the primary is damaged';
  if (before.content === null) return { outcome: { kind: 'sync_failed', failure } };
  const { checksum } = before;
  const outcome: Outcome = { kind: 'not_verified', failure, checksum, isMismatch: false };
  return { outcome, facts: { is_missing_on_primary: true } };
}

function factsOf({ belongs_to, secret, name, expires_at }: FileState): Partial<FileDocument> {
  const expiry = expires_at === null ? null : new Date(expires_at);
  return { belongs_to, secret, name, expires_at: expiry, is_missing_on_primary: false };
}

async function write({ fileStore }: Geo, key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  await fileStore.write(key, content);
}

/** Writes what a try came to. A change that came in between leaves the copy due. */
async function settle(deps: Geo, before: FileDocument, { outcome, facts }: Brought): Promise<void> {
  const { _id, generation } = before;
  const now = new Date();
  const change = changeOf(deps.verifyMs, before, outcome, now);
  if ((await deps.files.updateOne({ _id, generation }, { $set: { ...change, ...facts } })).matchedCount > 0) return;
  const rest = { ...withoutState(change, now), ...facts };
  // Where it was forgotten meanwhile, so is what was copied of it.
  if ((await deps.files.updateOne({ _id }, { $set: rest })).matchedCount === 0) await deps.fileStore.remove(_id);
}
