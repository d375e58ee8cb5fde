/** Checks ref updates against the refs of a repository without changing anything. */
import { BRANCHES, foldersOf, zeroId } from '../../refs/ref-folders';
import { isRefName, refStore, type RefStore } from '../../refs/ref-store';
import type { GitContext } from '../../worker/context';
import type { Repository } from '../../worker/repository';
import { isObjectId } from '../../objects/object-id';
import { isValidRefName } from './ref-names';
import type { RefConflict, RefUpdate } from './ref-transactions';

/** Why a ref cannot be updated: the reason, message and details of a `GitError`. */
export interface RefusedUpdate {
  ref: string;
  reason: 'conflict' | 'invalid_ref' | 'object_not_found' | 'refused';
  message: string;
  /** Present for a `conflict`. */
  cause?: RefConflict;
}

/**
 * Returns the updates that `updateRefs` would refuse, with the reason of each; the other ones can
 * be made together. A repository that does not exist has no refs.
 */
export async function checkRefUpdates(
  context: GitContext,
  { repo, updates }: { repo: string; updates: RefUpdate[] },
): Promise<{ refused: RefusedUpdate[] }> {
  const repository = context.repository(repo);
  const check = new UpdateCheck(repository, refStore(repository));
  const refused: RefusedUpdate[] = [];
  for (const update of updates) {
    const refusal = await check.refusalOf(update);
    if (refusal) refused.push({ ref: update.ref, ...refusal });
  }
  return { refused };
}

type Refusal = Omit<RefusedUpdate, 'ref'>;

const messages: Record<RefConflict, string> = {
  exists: 'the ref already exists',
  missing: 'the ref does not exist',
  moved: 'the ref has moved',
  in_the_way: 'another ref conflicts with this name',
  locked: 'the ref is being changed',
};

/** The conflict of a ref as a refusal. */
function conflict(cause: RefConflict): Refusal {
  return { reason: 'conflict', message: messages[cause], cause };
}

class UpdateCheck {
  /** Names that earlier updates of the same call change or create. */
  private readonly changed = new Set<string>();
  private readonly created = new Set<string>();
  private readonly createdFolders = new Set<string>();
  private readonly types = new Map<string, string | undefined>();

  constructor(
    private readonly repository: Repository,
    private readonly store: RefStore,
  ) {}

  async refusalOf({ ref, old, new: next }: RefUpdate): Promise<Refusal | undefined> {
    if (!isValidRefName(ref) || !isRefName(ref))
      return { reason: 'invalid_ref', message: `'${ref}' is not a valid ref name` };
    if (this.changed.has(ref)) return { reason: 'invalid_ref', message: 'A ref can change only once in a transaction' };
    if (!isObjectId(old) || !isObjectId(next))
      return { reason: 'object_not_found', message: 'ref updates require full object ids' };
    if (old === zeroId && next === zeroId)
      return { reason: 'invalid_ref', message: 'a ref update requires an old or a new id' };
    const refusal = this.conflictOf(ref, old) ?? (await this.objectProblem(ref, next));
    if (refusal) return refusal;
    this.changed.add(ref);
    if (old !== zeroId) return undefined;
    this.created.add(ref);
    for (const folder of foldersOf(ref)) this.createdFolders.add(folder);
    return undefined;
  }

  private conflictOf(ref: string, old: string): Refusal | undefined {
    const current = this.repository.exists ? this.store.find(ref)?.id : undefined;
    if (old === zeroId) {
      if (current !== undefined) return conflict('exists');
      return this.isNameTaken(ref) ? conflict('in_the_way') : undefined;
    }
    if (current === undefined) return conflict('missing');
    return current === old ? undefined : conflict('moved');
  }

  /** Whether the name is a folder of another ref, or another ref is a folder of it. */
  private isNameTaken(ref: string): boolean {
    const parents = foldersOf(ref);
    if (this.createdFolders.has(ref) || parents.some((name) => this.created.has(name))) return true;
    if (!this.repository.exists) return false;
    return this.store.hasRefs(ref) || parents.some((name) => this.store.find(name) !== undefined);
  }

  private async objectProblem(ref: string, id: string): Promise<Refusal | undefined> {
    if (id === zeroId) return undefined;
    if (!this.types.has(id)) this.types.set(id, (await this.repository.info(id))?.type);
    const type = this.types.get(id);
    if (type === undefined) return { reason: 'object_not_found', message: 'the new object does not exist' };
    if (ref.startsWith(BRANCHES) && type !== 'commit')
      return { reason: 'refused', message: 'a branch can only point at a commit' };
    return undefined;
  }
}
