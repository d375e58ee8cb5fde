/**
 * Backfill of projects: goes through all projects of the primary in pages, schedules the sync of
 * missing ones, removes replicas of deleted ones, and notes which are outside of the selection.
 */
import { newFileWalk } from '#replication';
import { removeProjectReplicas } from '#replication/files';
import {
  excludeProjects,
  includeProjects,
  type RegistryDocument,
  scheduleSync,
  scheduleVerification,
} from '#replication/registry';
import type { BackfillDeps } from './deps';

/** Continues the backfill. An interrupted page is processed again. */
export async function backfillProjects(deps: BackfillDeps): Promise<void> {
  for (;;) {
    const { walked_id: walked, verifies_existing: isVerifying } = await deps.replicationState.load();
    if (walked === null) return;
    const { project_ids: ids, excluded_project_ids: excludedIds = [] } = await deps.primary.projects(walked);
    const end = lastOf(ids, excludedIds);
    const range = { $gt: walked, ...(end !== undefined && { $lte: end }) };
    const existing = await deps.registry.find({ _id: range }, { _id: 1 }).lean<RegistryDocument[]>();
    const originals = new Set([...ids, ...excludedIds]);
    const existingIds = new Set(existing.map(({ _id }) => _id));
    for (const { _id } of existing) if (!originals.has(_id)) await removeProjectReplicas(deps, _id);
    const missing = ids.filter((id) => !existingIds.has(id));
    await scheduleSync(deps, missing, []);
    await includeProjects(deps, ids);
    await excludeProjects(deps, excludedIds);
    if (isVerifying) await scheduleVerification(deps, [...existingIds]);
    // The files of a project that enters the selection were not replicated with it.
    else if (missing.length > 0) await deps.replicationState.update(newFileWalk);
    await deps.replicationState.update({ walked_id: end ?? null });
  }
}

function lastOf(...lists: (readonly number[])[]): number | undefined {
  const ends = lists.flatMap((list) => list.at(-1) ?? []);
  return ends.length === 0 ? undefined : Math.max(...ends);
}
