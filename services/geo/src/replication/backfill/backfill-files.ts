/**
 * Backfill of files: goes through all files of the primary by kind, schedules the sync of missing
 * ones and removes replicas of deleted ones.
 */
import {
  type FileDocument,
  fileKey,
  type FileKind,
  fileKinds,
  removeFileReplica,
  scheduleFileSync,
  scheduleFileVerification,
} from '#replication/files';
import type { BackfillDeps } from './deps';

/** Continues the backfill. An interrupted page is processed again. */
export async function backfillFiles(deps: BackfillDeps): Promise<void> {
  for (;;) {
    const {
      walked_file_kind: kind,
      walked_file_id: walked,
      verifies_existing: isVerifying,
    } = await deps.replicationState.load();
    if (kind === null) return;
    const ids = await deps.primary.files(kind, walked);
    const end = ids.at(-1);
    const range = { kind, id: { $gt: walked, ...(end !== undefined && { $lte: end }) } };
    const existing = await deps.files.find(range, { _id: 1 }).lean<Pick<FileDocument, '_id'>[]>();
    const originals = new Set(ids.map((id) => fileKey({ kind, id })));
    const existingKeys = new Set(existing.map(({ _id }) => _id));
    for (const key of existingKeys) if (!originals.has(key)) await removeFileReplica(deps, key);
    for (const id of ids) if (!existingKeys.has(fileKey({ kind, id }))) await scheduleFileSync(deps, { kind, id });
    if (isVerifying) await scheduleFileVerification(deps, [...existingKeys]);
    await deps.replicationState.update(
      end === undefined ? { walked_file_kind: nextKind(kind), walked_file_id: 0 } : { walked_file_id: end },
    );
  }
}

/** Next kind of files; null after the last one. */
function nextKind(kind: FileKind): FileKind | null {
  return fileKinds[fileKinds.indexOf(kind) + 1] ?? null;
}
