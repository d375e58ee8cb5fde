/**
 * Lets a replica follow the log of its original: only what it lacks is transferred, and git on the
 * primary has nothing to do.
 */
import type { RepositoryState } from '@forgemesh/proto/repository/v1/replica';
import { HOUR_MS } from '@forgemesh/service/durations';
import type { RepositoryKind } from '#replication/registry';
import type { SyncDeps } from './deps';

/** The installation of packs takes time proportional to their size. */
const APPLY_TIMEOUT_MS = 2 * HOUR_MS;
/** Downloads of the content of one part: content that is in use elsewhere may be removed. */
const MAX_ATTEMPTS = 3;

type Deps = Pick<SyncDeps, 'primary' | 'clients'>;

/**
 * Follows the log to its end. Returns the reason of a failure, an empty string for success, and
 * undefined if the replica cannot follow, so that it has to be fetched with git. `state` is that of
 * the replica.
 */
export async function followLog(
  deps: Deps,
  { id, kind }: { id: number; kind: RepositoryKind },
  state: RepositoryState,
): Promise<string | undefined> {
  const isEmpty = /^0+$/.test(state.checksum ?? '');
  // A replica of unknown age has most of the objects.
  if (state.log_incarnation === '' && !isEmpty) return undefined;
  let cursor = { incarnation: state.log_incarnation, after: state.log_seq };
  for (;;) {
    const {
      log,
      has_more: hasMore,
      is_whole: isWhole,
    } = await deps.primary.repositoryLog(id, kind, cursor.incarnation, cursor.after);
    if (log === '' || (isWhole && !isEmpty)) return undefined;
    const applied = await apply(deps, { project_id: id, wiki: kind === 'wiki', log });
    if (applied.failure !== '') return applied.failure;
    if (!hasMore) return '';
    cursor = { incarnation: applied.incarnation, after: applied.seq };
  }
}

async function apply(
  deps: Deps,
  request: { project_id: number; wiki: boolean; log: string },
): Promise<{ failure: string; incarnation: string; seq: number }> {
  const { replicas } = deps.clients;
  for (let attempt = 1; ; attempt++) {
    const { missing, incarnation, seq } = await replicas.applyReplicaLog(request, { timeoutMs: APPLY_TIMEOUT_MS });
    if (missing.length === 0) return { failure: '', incarnation, seq };
    if (attempt === MAX_ATTEMPTS) return { failure: 'The packs were not kept', incarnation, seq };
    for (const { sha256, size } of missing) {
      const failure = await deps.primary.downloadPack(sha256, async (content) => {
        await replicas.storeReplicaPack({ sha256, size }, { content });
      });
      if (failure !== '') return { failure, incarnation, seq };
    }
  }
}
