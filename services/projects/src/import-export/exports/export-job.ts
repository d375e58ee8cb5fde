/**
 * Exports a project, optionally requests the upload of the archive, and stores it for a day. The
 * deliveries service uploads it.
 */
import { randomUUID } from 'node:crypto';
import type { Schedule } from '@forgemesh/service';
import { DAY_MS } from '@forgemesh/service/durations';
import { archiveName } from '#import-export/archives';
import type { JobKind, JobStep } from '#jobs';
import { fullPathOf, pathIds } from '#namespaces';
import type { ProjectDocument } from '#projects/model';
import type { ExportDocument } from './export.model';
import type { ExportsDeps } from './deps';

/** An export is finished after this time even if nobody has reported the end of its upload. */
const MAX_UPLOAD_MS = 75 * 60 * 1000;
/** Maximum number of concurrent exports in one process. */
const MAX_RUNNING = 4;

/** The export jobs. A complete archive is not written again after a crash. */
export function exportJob(deps: ExportsDeps): JobKind<ExportDocument> {
  return {
    store: deps.exports,
    filter: {},
    started: () => ({ set: {} }),
    work: (projectExport) => run(deps, projectExport),
    ended(projectExport, failure) {
      if (failure) return { set: { status: 'failed' }, events: [eventOf('failed', projectExport)], next: undefined };
      if (!shouldUpload(projectExport)) return { ...completion(projectExport), next: undefined };
      return {
        set: { upload_requested_at: new Date() },
        events: [eventOf('upload_requested', projectExport)],
        next: new Date(Date.now() + MAX_UPLOAD_MS),
      };
    },
  };
}

/** The change that makes the archive of an export available. */
export function completion(projectExport: ExportDocument): JobStep<ExportDocument> {
  return {
    set: { status: 'finished', expires_at: new Date(Date.now() + DAY_MS) },
    events: [eventOf('completed', projectExport)],
  };
}

function eventOf(verb: 'completed' | 'failed' | 'upload_requested', { user_id: actor }: ExportDocument) {
  return { type: `projects.export.${verb}` as const, actor };
}

function shouldUpload({ upload_url: url, file, upload_requested_at: requested }: ExportDocument): boolean {
  return url !== null && file !== null && !requested;
}

async function run(deps: ExportsDeps, projectExport: ExportDocument): Promise<string> {
  const project = await deps.projects.find(projectExport.project_id);
  if (!project) return 'The project was deleted';
  // If a new export replaces this one, its result is discarded.
  if (!projectExport.file) await createArchive(deps, project, projectExport);
  return '';
}

async function createArchive(
  deps: ExportsDeps,
  project: ProjectDocument,
  projectExport: ExportDocument,
): Promise<void> {
  const file = randomUUID();
  await deps.writeArchive(project, { projectExport, file });
  const file_name = await nameOf(deps, project);
  const updated = await deps.exports.mutate(projectExport._id, ({ job_run: run }) =>
    run === projectExport.job_run
      ? { set: { file, file_name, ...(projectExport.upload_url && { status: 'after_export_action' }) } }
      : null,
  );
  if (updated?.file !== file) await deps.exportFiles.remove(file);
}

async function nameOf(deps: ExportsDeps, project: ProjectDocument): Promise<string> {
  const tree = await deps.namespaceTree.readTree(pathIds(project));
  const namespace = tree.get(project.namespace_id);
  return archiveName(`${namespace ? `${fullPathOf(namespace, tree)}/` : ''}${project.path}`);
}

/** Starts due exports and removes expired archives. */
export const runExports: Schedule<ExportsDeps> = {
  name: 'projects-exports',
  everyMs: 1_000,
  watches: ({ exports }) => [exports.model],
  async run(deps) {
    await deps.exportJobs.startDue({ maxRunning: MAX_RUNNING, threshold: 1 });
    const over = { expires_at: { $lte: new Date() } };
    const expired = await deps.exports.model.find(over).limit(MAX_RUNNING).lean<ExportDocument[]>();
    for (const found of expired) await removeExport(deps, found);
  },
};

/** Daily removal of archives that a crash left without an export. */
export const sweepExports: Schedule<ExportsDeps> = {
  name: 'projects-sweep-exports',
  everyMs: DAY_MS,
  async run({ exports, exportFiles }) {
    await exportFiles.sweep(new Date(Date.now() - DAY_MS), (files) =>
      exports.model.distinct('file', { file: { $in: files } }),
    );
  },
};

/**
 * Removes an export with its archive; the document first, so that no document refers to a missing
 * file.
 */
export async function removeExport(
  { exports, exportFiles }: Pick<ExportsDeps, 'exports' | 'exportFiles'>,
  found: ExportDocument,
): Promise<void> {
  const { deletedCount } = await exports.model.deleteOne({ _id: found._id, version: found.version });
  if (deletedCount > 0 && found.file) await exportFiles.remove(found.file);
}
