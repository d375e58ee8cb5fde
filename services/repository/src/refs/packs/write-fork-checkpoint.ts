/** Checkpoints of forks, which name the packs of their sources: no content is read or copied. */
import { randomUUID } from 'node:crypto';
import type { RepositoryKey, RepositoryLocation } from '#storage';
import { writeApplied } from './applied-file';
import { storeRefs } from './checkpoint-refs';
import { combineKept } from './combine-kept';
import type { PacksDeps } from './deps';
import { checkpointId, type RepositoryCheckpoint } from './repository-checkpoint.model';
import { bytesOf, isComplete, replaceCheckpoint } from './write-checkpoint';

/** Bytes of small packs that a checkpoint contains itself, until it is renewed. */
const MAX_INLINE_BYTES = 1024 ** 2;

/** Writes the checkpoint of a fork; false if its packs have to be read from its folder. */
export type WriteForkCheckpoint = (fork: RepositoryLocation) => Promise<boolean>;

/**
 * Begins a fork, before its folder is filled. The checkpoint of now and all entries after it have
 * what the refs of the fork need, whatever happens to the source meanwhile: packs that are replaced
 * stay in the store for longer than a fork takes.
 */
export async function beginFork(deps: PacksDeps, source: RepositoryKey): Promise<WriteForkCheckpoint> {
  const checkpoint = await deps.checkpoints.findById(checkpointId(source)).lean<RepositoryCheckpoint>();
  return async (fork) => checkpoint !== null && writeCheckpoint(deps, fork, source, checkpoint);
}

async function writeCheckpoint(
  deps: PacksDeps,
  fork: RepositoryLocation,
  source: RepositoryKey,
  checkpoint: RepositoryCheckpoint,
): Promise<boolean> {
  const { git, packStore, listEntries, newestSeq } = deps;
  const entries = await listEntries(source, checkpoint.seq);
  const { refs, head } = await git.listAllRefs({ repo: fork.repo });
  if (!isComplete(checkpoint, entries) || refs.length === 0 || head === null) return false;
  const packs = [...checkpoint.packs, ...entries.flatMap((entry) => entry.packs ?? [])];
  const inlineBytes = bytesOf(packs.filter(({ content }) => content !== undefined));
  const list = await storeRefs(packStore, new Map(refs.map(({ name, id }) => [name, id])));
  const seq = await newestSeq(fork);
  const incarnation = randomUUID();
  await writeApplied(fork.repo, seq, incarnation);
  return replaceCheckpoint(deps, fork, null, {
    seq,
    packs: inlineBytes > MAX_INLINE_BYTES ? await combineKept(deps, packs) : packs,
    refs: list.refs,
    refs_size: list.refs_size,
    head,
    copy_bytes: checkpoint.copy_bytes ?? bytesOf(checkpoint.packs),
    incarnation,
  });
}
