import { internalOperation, type Call } from '@forgemesh/rpc';
import { MirrorServiceDefinition, type FetchMirrorRequest } from '@forgemesh/proto/repository/v1/mirror';
import { BRANCHES, isGitError, zeroId, type Remote, type RefUpdate } from '@forgemesh/git-engine';
import { sizeOfObjects, storedBytes } from '#content/lfs';
import { inMegabytes, sizeLimitOf } from '#maintenance/statistics';
import type { RepositoryLocation } from '#storage';
import {
  changeRefs,
  describeRefs,
  localRefs,
  type MirrorResult,
  openRemote,
  refFilter,
  runTransfer,
} from '#storage/mirrors';
import type { InternalMirrorsDeps } from './deps';

const MEGABYTE = 1024 * 1024;
/** Maximum size of a pack if the instance sets no limit. */
const MAX_PACK_MEGABYTES = 10 * 1024;

/**
 * Updates branches and tags from another repository. Protections and push rules do not apply,
 * because the project's maintainers configured the mirror.
 */
export const fetchMirror = internalOperation(
  MirrorServiceDefinition.fetchMirror,
  async (request, { deps, signal }: Call<InternalMirrorsDeps>) =>
    runTransfer(async () => {
      const { project_id, storage, url, default_branch } = request;
      const location = deps.storages.locate(project_id, storage);
      const remote = await openRemote(deps, url);
      await deps.transportGit.ensureRepository({ repo: location.repo });
      const changes = await changesFor(deps, location, { remote, request, signal });
      if (changes.length === 0) return { error: '', changed_refs_count: 0 };
      const ids = [...new Set(changes.map((change) => change.new))];
      const refusal = await fetchWithinLimit(deps, project_id, { repo: location.repo, remote, ids, signal });
      if (refusal !== null) return { error: refusal, changed_refs_count: 0 };
      const diverged = request.overwrite_diverged_branches ? [] : await divergedRefs(deps, location, changes);
      const moving = changes.filter(({ ref }) => !diverged.includes(ref));
      const failed = await changeRefs(deps, {
        location,
        changes: moving,
        actor: { user_id: request.user_id, username: request.user_username, name: request.user_name },
        may_be_default: default_branch === '',
        push_options: request.push_options,
      });
      return toResult({ moving, failed, diverged, defaultRef: BRANCHES + default_branch });
    }),
);

interface Fetch {
  repo: string;
  remote: Remote;
  ids: string[];
  signal: AbortSignal;
}

/**
 * Fetches objects; returns the error message if the repository would exceed the size limit of the
 * instance, else null.
 */
async function fetchWithinLimit(
  deps: InternalMirrorsDeps,
  projectId: number,
  { repo, remote, ids, signal }: Fetch,
): Promise<string | null> {
  const megabytes = deps.settings.current().receive_max_input_size || MAX_PACK_MEGABYTES;
  const limit = sizeLimitOf(deps);
  const room = limit === 0 ? Infinity : limit - (await storedBytes(deps, projectId));
  const refusal = `The repository would exceed its size limit of ${inMegabytes(limit)}`;
  if (room <= 0) return refusal;
  const max_pack_bytes = Math.min(megabytes * MEGABYTE, room);
  try {
    await deps.transportGit.fetchRemote({ repo, remote, ids, max_pack_bytes }, { timeoutMs: 0, signal });
  } catch (error) {
    if (max_pack_bytes === room && isGitError(error, 'limit_exceeded')) return refusal;
    throw error;
  }
  if (limit === 0) return null;
  // The size of a pack is only checked from time to time while it arrives.
  const measured = await deps.transportGit.measureRepository({ repo, counted: null }, { timeoutMs: 0, signal });
  return measured.size + (await sizeOfObjects(deps, projectId)) > limit ? refusal : null;
}

interface FetchRequest {
  remote: Remote;
  request: FetchMirrorRequest;
  signal: AbortSignal;
}

/**
 * The refs that are missing or different here. For an empty repository, the remote's default branch
 * comes first and becomes the default here.
 */
async function changesFor(
  deps: InternalMirrorsDeps,
  location: RepositoryLocation,
  { remote, request, signal }: FetchRequest,
): Promise<RefUpdate[]> {
  const { repo } = location;
  const isFirst = request.default_branch === '';
  const remoteRefs = await deps.transportGit.listRemoteRefs(
    { repo, remote, with_head: isFirst },
    { timeoutMs: 0, signal },
  );
  const local = await localRefs(deps, location);
  const isMirrored = await refFilter(deps, request.project_id, request.only_protected_branches);
  const changes = remoteRefs.refs
    .filter(({ ref, id }) => isMirrored(ref) && local.get(ref) !== id)
    .map(({ ref, id }) => ({ ref, old: local.get(ref) ?? zeroId, new: id }));
  const { head } = remoteRefs;
  if (head !== null && changes.some(({ ref }) => ref === head) && ![...local.keys()].some(isBranch))
    await deps.git.setHead({ repo, branch: head.slice(BRANCHES.length) });
  return changes.sort((one, other) => Number(other.ref === head) - Number(one.ref === head));
}

function isBranch(ref: string): boolean {
  return ref.startsWith(BRANCHES);
}

/** Local branches with commits that the remote does not have. Tags always follow the remote. */
async function divergedRefs(
  { git }: InternalMirrorsDeps,
  { repo }: RepositoryLocation,
  changes: readonly RefUpdate[],
): Promise<string[]> {
  const diverged: string[] = [];
  for (const { ref, old, new: next } of changes) {
    if (!isBranch(ref) || old === zeroId) continue;
    const { is_ancestor: isForward } = await git.isAncestor({ repo, ancestor: old, descendant: next });
    if (!isForward) diverged.push(ref);
  }
  return diverged;
}

interface Result {
  moving: readonly RefUpdate[];
  failed: readonly string[];
  diverged: readonly string[];
  defaultRef: string;
}

/**
 * Skipping diverged branches is configured and therefore no error; a diverged default branch is
 * reported.
 */
function toResult({ moving, failed, diverged, defaultRef }: Result): MirrorResult {
  const behind = diverged.filter((ref) => ref === defaultRef);
  const errors = [
    describeRefs('The default branch has diverged from the remote repository and was not updated', behind),
    describeRefs('Some refs could not be updated', failed),
  ];
  return { error: errors.filter(Boolean).join('. '), changed_refs_count: moving.length - failed.length };
}
