/** Moves the refs of a push whose objects are in the repository. */
import { isForgeError } from '@forgemesh/errors';
import type { ProcReceiveRequest, UpdateResult } from '@forgemesh/git-engine';
import type { KeptPack } from '#refs/packs';
import type { RefLogEntry } from '#refs/ref-log';
import { ReadOnlyError } from '#storage';
import { StorageRefusedError } from '#storage/storage-epochs';
import type { GitActor } from './git-actor';
import type { TransportDeps } from './deps';

/** A push with the results of its refs. */
export interface MovedPush {
  results: UpdateResult[];
  entries: RefLogEntry[];
}

/** Moves the refs. Throws if the outcome is unknown. */
export async function movePushedRefs(
  { storages, refs }: Pick<TransportDeps, 'storages' | 'refs'>,
  { updates, pushOptions, isAtomic, ...request }: ProcReceiveRequest,
  packs: KeptPack[] | undefined,
): Promise<MovedPush> {
  const actor = request.actor as GitActor;
  const intent = {
    location: storages.locate(actor.project_id, actor.storage, actor.kind),
    changes: updates,
    actor,
    may_be_default: actor.kind === 'project' && actor.subject.default_branch === '',
    push_options: pushOptions,
    packs,
  };
  try {
    const { entries, refused } = await refs.move(intent, isAtomic);
    return { entries, results: updates.map(({ ref }) => ({ ref, refusal: refused.get(ref) ?? null })) };
  } catch (error) {
    if (!isNothingWritten(error)) throw error;
    return { entries: [], results: updates.map(({ ref }) => ({ ref, refusal: error.message })) };
  }
}

/** Whether an error proves that no ref has moved. */
function isNothingWritten(error: unknown): error is Error {
  if (error instanceof ReadOnlyError || error instanceof StorageRefusedError) return true;
  return isForgeError(error) && error.reason !== 'unavailable';
}
