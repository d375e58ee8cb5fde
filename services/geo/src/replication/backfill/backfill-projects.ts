/**
 * Backfill of projects: goes through all projects of the primary in pages, schedules the sync of
 * missing ones and removes replicas of deleted ones.
 */
import { removeProjectReplicas } from '#replication/files';
import { type RegistryDocument, scheduleSync, scheduleVerification } from '#replication/registry';
import type { BackfillDeps } from './deps';

/** Continues the backfill. An interrupted page is processed again. */
export async function backfillProjects(deps: BackfillDeps): Promise<void> {
  for (;;) {
    const { walked_id: walked } = await deps.replicationState.load();
    if (walked === null) return;
    const { project_ids: ids } = await deps.primary.projects(walked);
    const end = ids.at(-1);
    const range = { $gt: walked, ...(end !== undefined && { $lte: end }) };
    const existing = await deps.registry.find({ _id: range }, { _id: 1 }).lean<RegistryDocument[]>();
    const originals = new Set(ids);
    const existingIds = new Set(existing.map(({ _id }) => _id));
    for (const { _id } of existing) if (!originals.has(_id)) await removeProjectReplicas(deps, _id);
    await scheduleSync(
      deps,
      ids.filter((id) => !existingIds.has(id)),
      [],
    );
    await scheduleVerification(deps, [...existingIds]);
    await deps.replicationState.update({ walked_id: end ?? null });
  }
}
