/**
 * Imports a project. All is stored under the id of a project that does not exist yet, so nobody
 * sees half of one.
 */
import { BadRequestError, isForgeError, UnavailableError } from '@forgemesh/errors';
import type { Schedule } from '@forgemesh/service';
import { archiveLimits } from '../archives/archive-limits';
import { entries } from '../archives/layout';
import { openArchive, type OpenArchive } from '../archives/open-archive';
import { readTreeFile, type ArchiveTree } from '../archives/read-tree';
import { withSpool, type Spool } from '../archives/spool';
import type { JobKind } from '../../administration/jobs/job-runner';
import type { NamespaceDocument } from '../../groups/namespaces/namespace.model';
import { isGoing, pathIds, readTree } from '../../groups/namespaces/namespace-tree';
import type { ProjectDocument } from '../../projects/projects/project.model';
import type { Projects } from '../../deps';
import { discardImport } from './discard-import';
import { importAvatar, importUploads } from './import-files';
import type { ImportDocument } from './import.model';
import { importRows } from './import-rows';
import { publishProject, settleImport } from './publish';
import { matchMembersToUsers, type KnownMember } from './user-map';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Archives that one process imports at once. */
const MOST = 4;
const UNFORESEEN = 'The import failed for a reason that is in the log';

/** The jobs of imports. Every step may be repeated, so a run that was cut off begins again. */
export function importJob(deps: Projects): JobKind<ImportDocument> {
  return {
    store: deps.imports,
    filter: {},
    started: () => ({ set: { status: 'started' } }),
    work: (wish) => run(deps, wish),
    ended: ({ user_id: actor }, failure) => ({
      set: { status: failure ? 'failed' : 'finished', error: failure || null, file: null },
      events: [{ type: failure ? 'projects.import.failed' : 'projects.import.completed', actor }],
      next: undefined,
    }),
  };
}

async function run(deps: Projects, wish: ImportDocument): Promise<string> {
  try {
    await withSpool((spool) => importArchive(deps, wish, spool));
  } catch (error) {
    if (isForgeError(error) && error.reason === 'unavailable') throw error;
    // Once it is stored it is there for all to see, and what follows is tried again.
    if (await deps.projects.find(wish.project_id)) throw new UnavailableError(undefined, { cause: error });
    const isKnown = isForgeError(error) && error.reason === 'bad_request';
    if (!isKnown) deps.log.error({ err: error, import_id: wish._id }, 'import failed');
    await discardImport(deps, wish);
    return isKnown ? error.message : UNFORESEEN;
  }
  if (wish.file) await deps.importFiles.remove(wish.file);
  return '';
}

async function importArchive(deps: Projects, wish: ImportDocument, spool: Spool): Promise<void> {
  const namespace = await namespaceOf(deps, wish);
  const archive = await openArchive(async () => contentOf(deps, wish), spool, { limits: archiveLimits });
  const treeFile = archive.get(entries.tree);
  if (!treeFile) throw new BadRequestError(`The archive has no ${entries.tree}`);
  const tree = await readTreeFile(treeFile, spool);
  const members = await matchMembersToUsers(deps, tree, { wish, namespace });
  const stored = await deps.projects.find(wish.project_id);
  const project = stored ?? (await makeProject(deps, wish, { namespace, archive, tree, members }));
  await settleImport(deps, wish, { project, members });
}

interface Sources {
  namespace: NamespaceDocument;
  archive: OpenArchive;
  tree: ArchiveTree;
  members: readonly KnownMember[];
}

async function makeProject(
  deps: Projects,
  wish: ImportDocument,
  { namespace, archive, tree, members }: Sources,
): Promise<ProjectDocument> {
  const wanted = wish.default_branch ?? tree.project.optionalText('default_branch', 1024);
  const default_branch = await importBundles(deps, wish, { archive, wanted });
  if (wish.default_branch !== undefined && default_branch !== wish.default_branch)
    throw new BadRequestError('Default branch is not in the archive');
  await importRows({ deps, wish, tree, members });
  await importUploads(deps, wish, archive);
  const avatar = await importAvatar(deps, archive);
  return publishProject(deps, wish, { namespace, tree, default_branch, avatar });
}

/** Makes the repositories. Returns the default branch. */
async function importBundles(
  { clients: { bundles } }: Projects,
  { project_id, storage }: ImportDocument,
  { archive, wanted }: { archive: OpenArchive; wanted: string | null },
): Promise<string | null> {
  const place = { project_id, storage, default_branch: wanted ?? '' };
  const wiki = archive.get(entries.wiki);
  if (wiki) await bundles.importBundle({ ...place, default_branch: '', wiki: true }, { content: wiki.read() });
  const repository = archive.get(entries.repository);
  if (!repository) return null;
  const { default_branch: branch } = await bundles.importBundle(place, { content: repository.read() });
  return branch === '' ? null : branch;
}

async function namespaceOf(deps: Projects, { namespace_id }: ImportDocument): Promise<NamespaceDocument> {
  const namespace = await deps.namespaces.find(namespace_id);
  const ids = namespace ? pathIds(namespace) : [];
  if (!namespace || isGoing(ids, await readTree(deps, ids))) throw new BadRequestError('Namespace is not valid');
  return namespace;
}

async function contentOf({ importFiles }: Projects, { file }: ImportDocument): Promise<AsyncIterable<Uint8Array>> {
  const archive = file === null ? null : await importFiles.open(file);
  if (!archive) throw new BadRequestError('The archive is gone');
  return archive.content;
}

/** Starts the imports that are due. */
export const runImports: Schedule<Projects> = {
  name: 'projects-imports',
  everyMs: 1_000,
  run: (deps) => deps.importJobs.startDue({ most: MOST, threshold: 1 }),
};

/** Removes every day what a crash left behind: archives that no import names. */
export const sweepImports: Schedule<Projects> = {
  name: 'projects-sweep-imports',
  everyMs: DAY_MS,
  async run({ imports, importFiles }) {
    await importFiles.sweep(new Date(Date.now() - DAY_MS), (files) =>
      imports.model.distinct('file', { file: { $in: files } }),
    );
  },
};
