/** The kinds of jobs that this service runs, as administrators manage them. */
import type { EntityStore } from '@forgemesh/data';
import { ConflictError } from '@forgemesh/errors';
import type { ExportDocument } from '#import-export/exports';
import type { GroupExportDocument } from '#import-export/group-exports';
import type { GroupImportDocument } from '#import-export/group-imports';
import type { StoredFailures } from '#import-export/archives';
import type { ImportDocument } from '#import-export/imports';
import { scheduleUpdate } from '#projects/mirroring';
import type { ProjectDocument } from '#projects/model';
import type { RemoteMirrorDocument } from '#mirrors/remote-mirrors';
import { hasSwitched, type StorageMoveDocument } from '#mirrors/storage-moves';
import { requestRun, type JobDocument, type JobStep } from '#jobs';
import type { AdminJobsDeps } from './deps';

/** Fields of a job that depend on its kind. */
export interface JobSummary {
  status: string;
  /** 0 for jobs of groups. */
  project_id: number;
  /** Absent for jobs of projects. */
  group_id?: number;
  user_id: number | null;
  error: string | null;
}

/** A kind of job that is stored on documents. */
export interface StoredJobKind<T extends JobDocument> {
  name: string;
  store(deps: AdminJobsDeps): EntityStore<T>;
  /** Filter for documents with such a job. */
  filter: object;
  summary(document: T): JobSummary;
  /** The change that schedules another run. Throws ConflictError if that is not possible. */
  retried(document: T, actor: number): JobStep<T>;
  /** Throws ConflictError if a waiting job may not be cancelled. */
  assertMayCancel?(document: T, deps: AdminJobsDeps): Promise<void> | void;
  /** Removes the data of earlier runs. Idempotent. */
  undo?(document: T, deps: AdminJobsDeps): Promise<void>;
  /** The change to write on cancellation. */
  cancelled(document: T, reason: string, actor: number): JobStep<T>;
}

const exportKind: StoredJobKind<ExportDocument> = {
  name: 'export',
  store: (deps) => deps.exports,
  filter: {},
  summary: ({ status, project_id, user_id }) => ({ status, project_id, user_id, error: null }),
  retried: () => ({ set: { status: 'started', expires_at: null } }),
  cancelled: (_document, _reason, actor) => ({
    set: { status: 'failed' },
    events: [{ type: 'projects.export.failed', actor }],
  }),
};

const importKind: StoredJobKind<ImportDocument> = {
  name: 'import',
  store: (deps) => deps.imports,
  filter: {},
  summary: ({ status, project_id, user_id, error }) => ({ status, project_id, user_id, error }),
  retried({ file }) {
    if (file === null) throw new ConflictError('The archive does not exist any more: import it again');
    return { set: { status: 'scheduled' } };
  },
  async assertMayCancel({ project_id }, deps) {
    if (await deps.projects.find(project_id)) throw new ConflictError('The project exists already');
  },
  undo: (document, deps) => deps.discardImport(document),
  cancelled: (_document, error, actor) => ({
    set: { status: 'failed', error, file: null },
    events: [{ type: 'projects.import.failed', actor }],
  }),
};

const groupExportKind: StoredJobKind<GroupExportDocument> = {
  name: 'group_export',
  store: (deps) => deps.groupExports,
  filter: {},
  summary: ({ status, group_id, user_id }) => ({ status, project_id: 0, group_id, user_id, error: null }),
  retried: () => ({ set: { status: 'started', expires_at: null } }),
  cancelled: () => ({ set: { status: 'failed' } }),
};

const groupImportKind: StoredJobKind<GroupImportDocument> = {
  name: 'group_import',
  store: (deps) => deps.groupImports,
  filter: {},
  summary: (document) => ({
    status: document.status,
    project_id: 0,
    group_id: document.group_id,
    user_id: document.user_id,
    error: document.error ?? omissionsOf(document),
  }),
  retried({ file }) {
    if (file === null) throw new ConflictError('The archive does not exist any more: import it again');
    return { set: { status: 'scheduled' } };
  },
  async assertMayCancel({ group_id: id }, deps) {
    if (await deps.namespaces.find(id)) throw new ConflictError('The group exists already');
  },
  undo: (document, deps) => deps.discardGroupImport(document),
  cancelled: (_document, error) => ({ set: { status: 'failed', error, file: null } }),
};

/** What a finished import left out; null if it is complete. */
function omissionsOf({ failed_relations: failures = [], failed_relation_count: count = 0 }: StoredFailures) {
  const [first] = failures;
  if (!first) return null;
  const rest = count > 1 ? ` (and ${count - 1} more)` : '';
  return `Not imported: ${first.exception_message}${rest}`;
}

const pullMirrorKind: StoredJobKind<ProjectDocument> = {
  name: 'pull_mirror',
  store: (deps) => deps.projects,
  filter: { import_url: { $type: 'string' } },
  summary: ({ _id, import_status, import_error, mirror_user_id, creator_id }) => ({
    status: import_status,
    project_id: _id,
    user_id: mirror_user_id ?? creator_id,
    error: import_error,
  }),
  retried: (project, actor) => pullStep(project, scheduleUpdate(project), actor),
  assertMayCancel({ mirror }) {
    if (mirror) throw new ConflictError('The updates of a mirror cannot be cancelled');
  },
  cancelled: (project, import_error, actor) => pullStep(project, { import_status: 'failed', import_error }, actor),
};

function pullStep(
  project: ProjectDocument,
  set: JobStep<ProjectDocument>['set'],
  actor: number,
): JobStep<ProjectDocument> {
  const changes = { import_status: { from: project.import_status, to: set.import_status } };
  return { set, events: [{ type: 'projects.project.updated', actor, changes }] };
}

const pushMirrorKind: StoredJobKind<RemoteMirrorDocument> = {
  name: 'push_mirror',
  store: (deps) => deps.remoteMirrors,
  filter: {},
  summary: ({ update_status: status, project_id, last_error: error }) => ({ status, project_id, user_id: null, error }),
  retried(mirror) {
    if (!mirror.enabled) throw new ConflictError('The mirror is disabled');
    return { set: { ...requestRun(mirror), update_status: 'scheduled' } };
  },
  cancelled: (_mirror, last_error) => ({ set: { update_status: 'failed', last_error } }),
};

const storageMoveKind: StoredJobKind<StorageMoveDocument> = {
  name: 'storage_move',
  store: (deps) => deps.storageMoves,
  filter: {},
  summary: ({ status, project_id, user_id, error }) => ({ status, project_id, user_id, error }),
  retried: () => ({ set: { status: 'scheduled' } }),
  async assertMayCancel(document, deps) {
    const project = await deps.projects.find(document.project_id);
    if (project && hasSwitched(document, project)) throw new ConflictError('The project is at its destination already');
  },
  undo: (document, deps) => deps.rollBackMove(document),
  cancelled: (_document, error) => ({ set: { status: 'failed', error } }),
};

/** All kinds, in list order. */
export const storedJobKinds = [
  exportKind,
  importKind,
  groupExportKind,
  groupImportKind,
  pullMirrorKind,
  pushMirrorKind,
  storageMoveKind,
] as unknown as StoredJobKind<JobDocument>[];
