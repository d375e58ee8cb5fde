/** Exports a group and stores the archive for a day. */
import { randomUUID } from 'node:crypto';
import type { Schedule } from '@forgemesh/service';
import { DAY_MS } from '@forgemesh/service/durations';
import { archiveName } from '#import-export/archives';
import type { JobKind } from '#jobs';
import { fullPathOf, pathIds } from '#namespaces';
import type { GroupExportDocument } from './group-export.model';
import { writeGroupArchive } from './write-group-archive';
import type { GroupExportsDeps } from './deps';

/** Maximum number of concurrent exports in one process. */
const MAX_RUNNING = 4;

/** The export jobs. A complete archive is not written again after a crash. */
export function groupExportJob(deps: GroupExportsDeps): JobKind<GroupExportDocument> {
  return {
    store: deps.groupExports,
    filter: {},
    started: () => ({ set: {} }),
    work: (document) => run(deps, document),
    ended: (_document, failure) => ({
      set: failure ? { status: 'failed' } : { status: 'finished', expires_at: new Date(Date.now() + DAY_MS) },
      next: undefined,
    }),
  };
}

async function run(deps: GroupExportsDeps, document: GroupExportDocument): Promise<string> {
  const group = await deps.namespaces.find(document.group_id);
  if (!group || group.deleting_at) return 'The group was deleted';
  if (document.file) return '';
  const file = randomUUID();
  await writeGroupArchive(deps, { group, reader: document, file });
  const tree = await deps.namespaceTree.readTree(pathIds(group));
  const file_name = archiveName(fullPathOf(group, tree));
  const stored = await deps.groupExports.mutate(document._id, ({ job_run: current }) =>
    current === document.job_run ? { set: { file, file_name } } : null,
  );
  // A new export replaced this one.
  if (stored?.file !== file) await deps.groupExportFiles.remove(file);
  return '';
}

/** Starts due exports and removes expired archives. */
export const runGroupExports: Schedule<GroupExportsDeps> = {
  name: 'projects-group-exports',
  everyMs: 1_000,
  watches: ({ groupExports }) => [groupExports.model],
  async run(deps) {
    await deps.groupExportJobs.startDue({ maxRunning: MAX_RUNNING, threshold: 1 });
    const expired = { expires_at: { $lte: new Date() } };
    for (const found of await deps.groupExports.model.find(expired).limit(MAX_RUNNING).lean<GroupExportDocument[]>())
      await removeGroupExport(deps, found);
  },
};

/** Daily removal of archives that a crash left without an export. */
export const sweepGroupExports: Schedule<GroupExportsDeps> = {
  name: 'projects-sweep-group-exports',
  everyMs: DAY_MS,
  async run({ groupExports, groupExportFiles }) {
    await groupExportFiles.sweep(new Date(Date.now() - DAY_MS), (files) =>
      groupExports.model.distinct('file', { file: { $in: files } }),
    );
  },
};

/**
 * Removes an export with its archive; the document first, so that no document refers to a missing
 * file.
 */
export async function removeGroupExport(
  { groupExports, groupExportFiles }: Pick<GroupExportsDeps, 'groupExports' | 'groupExportFiles'>,
  { _id, version, file }: GroupExportDocument,
): Promise<void> {
  const { deletedCount } = await groupExports.model.deleteOne({ _id, version });
  if (deletedCount > 0 && file) await groupExportFiles.remove(file);
}
