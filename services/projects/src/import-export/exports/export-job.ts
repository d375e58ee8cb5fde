/** Exports a project, optionally uploads the archive, and stores it for a day. */
import { randomUUID } from 'node:crypto';
import type { Schedule } from '@forgemesh/service';
import { egressFetch } from '@forgemesh/http';
import { DAY_MS } from '@forgemesh/service/durations';
import { archiveName } from '#import-export/archives';
import type { JobKind, JobStep } from '#jobs';
import { fullPathOf, pathIds } from '#namespaces';
import type { ProjectDocument } from '#projects/model';
import { egressPolicyOf } from '#projects/mirroring';
import type { ExportDocument } from './export.model';
import type { ExportsDeps } from './deps';

const UPLOAD_TIMEOUT_MS = 60 * 60 * 1000;
const MAX_RESPONSE_BYTES = 1024 * 1024;
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
      const type = failure ? 'projects.export.failed' : 'projects.export.completed';
      const set: JobStep<ExportDocument>['set'] = failure
        ? { status: 'failed' }
        : { status: 'finished', expires_at: new Date(Date.now() + DAY_MS) };
      return { set, events: [{ type, actor: projectExport.user_id }], next: undefined };
    },
  };
}

async function run(deps: ExportsDeps, projectExport: ExportDocument): Promise<string> {
  const project = await deps.projects.find(projectExport.project_id);
  if (!project) return 'The project was deleted';
  const complete = projectExport.file ? projectExport : await createArchive(deps, project, projectExport);
  // Null if a new export replaced this one, whose result is discarded.
  if (complete?.file) await send(deps, complete);
  return '';
}

async function createArchive(
  deps: ExportsDeps,
  project: ProjectDocument,
  projectExport: ExportDocument,
): Promise<ExportDocument | null> {
  const file = randomUUID();
  await deps.writeArchive(project, { projectExport, file });
  const file_name = await nameOf(deps, project);
  const updated = await deps.exports.mutate(projectExport._id, ({ job_run: run }) =>
    run === projectExport.job_run
      ? { set: { file, file_name, ...(projectExport.upload_url && { status: 'after_export_action' }) } }
      : null,
  );
  if (updated?.file === file) return updated;
  await deps.exportFiles.remove(file);
  return null;
}

async function nameOf(deps: ExportsDeps, project: ProjectDocument): Promise<string> {
  const tree = await deps.namespaceTree.readTree(pathIds(project));
  const namespace = tree.get(project.namespace_id);
  return archiveName(`${namespace ? `${fullPathOf(namespace, tree)}/` : ''}${project.path}`);
}

/**
 * Uploads the archive. A failed upload does not fail the export; the archive stays available for
 * download.
 */
async function send(deps: ExportsDeps, { _id: id, file, upload_url: sealed, upload_method: method }: ExportDocument) {
  const archive = sealed && file ? await deps.exportFiles.open(file) : null;
  if (!sealed || !archive) return;
  try {
    const { status } = await egressFetch({
      url: deps.exportBox.open(sealed),
      method,
      body: archive.content,
      headers: { 'Content-Type': 'application/gzip', 'Content-Length': String(archive.size) },
      timeoutMs: UPLOAD_TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
      policy: egressPolicyOf(deps),
    });
    if (status >= 300) deps.log.warn({ export_id: id, status }, 'upload of an archive was rejected');
  } catch (error) {
    deps.log.warn({ err: error, export_id: id }, 'upload of an archive failed');
  }
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
