/** Brings one copy to the state of its original and verifies it by the checksum over all refs. */
import { isForgeError } from '@forgemesh/errors';
import type { RepositoryState } from '@forgemesh/proto/repository/v1/replica';
import { forgetProject } from '../registry/registry';
import type { CopyKind, CopyState } from '../registry/registry.model';
import type { Geo } from '../deps';
import { changeOf, withoutState, type Outcome } from './outcome';

/** A transfer takes as long as the repository is large. */
const FETCH_TIMEOUT_MS = 2 * 60 * 60_000;
const STATE_TIMEOUT_MS = 60_000;

/** A copy as it was when it was taken. */
export interface Copy {
  /** Id of the project. */
  id: number;
  kind: CopyKind;
  before: CopyState;
}

interface Original {
  checksum: string | null;
  head: string;
  facts_digest: string;
}

/**
 * Brings a copy up to date. Throws UnavailableError where the primary does not answer: that is no
 * failure of the copy.
 */
export async function bringCopy(deps: Geo, copy: Copy): Promise<void> {
  const outcome = await bring(deps, copy).catch((error: unknown): Outcome => {
    if (isForgeError(error) && error.reason === 'unavailable') throw error;
    deps.log.error({ err: error, project_id: copy.id, kind: copy.kind }, 'copy not brought up to date');
    return { kind: 'sync_failed', failure: 'The copy could not be made' };
  });
  if (outcome.kind === 'gone') await forgetProject(deps, copy.id);
  else await settle(deps, copy, outcome);
}

async function bring(deps: Geo, { id, kind, before }: Copy): Promise<Outcome | { kind: 'gone' }> {
  const original = await deps.primary.stateOf(id, kind);
  if (!original.found) return { kind: 'gone' };
  const copy = await stateOf(deps, id, kind);
  if (copy.facts_digest !== original.facts_digest)
    await deps.clients.replicas.storeRepositoryMetadata({ project_id: id, facts: await deps.primary.factsOf(id) });
  if (isSame(copy, original)) return { kind: 'verified', checksum: original.checksum as string };
  // What a fetch did not mend it will not mend the next time either.
  const isDamaged = copy.checksum === undefined || before.checksum_mismatch;
  if (isDamaged) await giveUp(deps, id, kind);
  const { error } = await deps.clients.replicas.fetchReplica(
    {
      project_id: id,
      wiki: kind === 'wiki',
      url: deps.primary.repositoryUrl(id, kind),
      authorization: await deps.primary.authorization(),
      head: original.head,
      from_scratch: isDamaged,
    },
    { timeoutMs: FETCH_TIMEOUT_MS },
  );
  const after = await stateOf(deps, id, kind);
  if (isSame(after, original)) return { kind: 'verified', checksum: original.checksum as string };
  // Also tells whether a fetch failed because the primary went away, which is no failure of the
  // copy.
  const now = await deps.primary.stateOf(id, kind);
  if (error !== '') return { kind: 'sync_failed', failure: error };
  if (isSame(after, now)) return { kind: 'verified', checksum: now.checksum as string };
  if (now.checksum !== original.checksum || now.head !== original.head) return { kind: 'moved' };
  return notVerified(after, now);
}

/** Nobody is answered from a copy that is about to be made anew. */
async function giveUp({ registry }: Geo, id: number, kind: CopyKind): Promise<void> {
  const damaged = { verified: false, verification_failure: 'The copy is damaged' };
  await registry.updateOne(
    { _id: id },
    { $set: Object.fromEntries(Object.entries(damaged).map(([name, value]) => [`${kind}.${name}`, value])) },
  );
}

function notVerified(copy: RepositoryState, now: Original): Outcome {
  const checksum = copy.checksum ?? null;
  if (now.checksum === null)
    return { kind: 'not_verified', failure: 'The repository of the primary is damaged', checksum, isMismatch: false };
  if (checksum === null) return { kind: 'not_verified', failure: 'The copy is damaged', checksum, isMismatch: false };
  return { kind: 'not_verified', failure: 'The checksums differ', checksum, isMismatch: true };
}

function stateOf({ clients }: Geo, id: number, kind: CopyKind): Promise<RepositoryState> {
  const asked = { project_id: id, storage: '', wiki: kind === 'wiki' };
  return clients.replicas.getRepositoryState(asked, { timeoutMs: STATE_TIMEOUT_MS });
}

/** Only a repository with refs has a head that counts. */
function isSame(copy: RepositoryState, original: Original): boolean {
  if (original.checksum === null || copy.checksum !== original.checksum) return false;
  return /^0+$/.test(original.checksum) || copy.head === original.head;
}

/** Writes what a try came to. A change that came in between leaves the copy due. */
async function settle(deps: Geo, { id, kind, before }: Copy, outcome: Outcome): Promise<void> {
  const now = new Date();
  const set = changeOf(deps.verifyMs, before, outcome, now);
  const write = (fields: Partial<CopyState>, generation: object) =>
    deps.registry.updateOne(
      { _id: id, ...generation },
      { $set: Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${kind}.${name}`, value])) },
    );
  const { matchedCount } = await write(set, { [`${kind}.generation`]: before.generation });
  if (matchedCount > 0) return;
  if ((await write(withoutState(set, now), {})).matchedCount === 0)
    // The project went meanwhile: so does what was copied of it.
    await deps.clients.replicas.removeReplicas({ project_id: id });
}
