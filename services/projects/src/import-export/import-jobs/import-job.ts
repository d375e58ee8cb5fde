/**
 * Imports a project. The data is stored under the id of a project that does not exist yet, so a
 * partial import is never visible.
 */
import { BadRequestError, isForgeError, UnavailableError, type ForgeError } from '@forgemesh/errors';
import {
  entries,
  openArchive,
  type OpenArchive,
  type ArchiveTree,
  readTree,
  withSpool,
  type Spool,
  ImportFailures,
} from '#import-export/archives';
import type { JobKind } from '#jobs';
import { type NamespaceDocument, isBeingRemoved, pathIds } from '#namespaces';
import type { ProjectDocument } from '#projects/model';
import type { ImportDocument } from '#import-export/imports';
import { readAttributes, type MatchedMember } from '#import-export/imported-content';
import { discardImport } from './discard-import';
import { publishProject, finalizeImport } from './publish';
import type { ImportJobsDeps } from './deps';

/** Reasons of failures whose texts are for the user. */
const USER_ERRORS: string[] = ['bad_request', 'forbidden'];
const UNEXPECTED_FAILURE = 'The import failed for a reason that is in the log';

/** The import jobs. Every step is idempotent, so an interrupted run starts from the beginning. */
export function importJob(deps: ImportJobsDeps): JobKind<ImportDocument> {
  return {
    store: deps.imports,
    filter: {},
    started: () => ({ set: { status: 'started' } }),
    work: (projectImport) => run(deps, projectImport),
    ended: ({ user_id: actor }, failure) => ({
      set: { status: failure ? 'failed' : 'finished', error: failure || null, file: null },
      events: [{ type: failure ? 'projects.import.failed' : 'projects.import.completed', actor }],
      next: undefined,
    }),
  };
}

async function run(deps: ImportJobsDeps, projectImport: ImportDocument): Promise<string> {
  try {
    await withSpool(deps, (spool) => importArchive(deps, projectImport, spool));
  } catch (error) {
    if (isForgeError(error) && error.reason === 'unavailable') throw error;
    // Once the project is stored it is visible, so the remaining steps are retried.
    if (await deps.projects.find(projectImport.project_id)) throw new UnavailableError(undefined, { cause: error });
    const isUserError = isForgeError(error) && USER_ERRORS.includes(error.reason);
    if (!isUserError) deps.log.error({ err: error, import_id: projectImport._id }, 'import failed');
    await discardImport(deps, projectImport);
    return isUserError ? textOf(error) : UNEXPECTED_FAILURE;
  }
  if (projectImport.file) await deps.importFiles.remove(projectImport.file);
  return '';
}

function textOf({ body }: ForgeError): string {
  return typeof body === 'string' ? body : Object.values(body).flat().join('. ');
}

async function importArchive(deps: ImportJobsDeps, projectImport: ImportDocument, spool: Spool): Promise<void> {
  const namespace = await namespaceOf(deps, projectImport);
  const archive = await openArchive(async () => contentOf(deps, projectImport), spool, { limits: deps.archiveLimits });
  const tree = await readTree(archive, spool);
  const failures = new ImportFailures();
  failures.addOmitted(tree.omitted);
  const members = await deps.importedContent.matchProjectMembers(tree, {
    importer: projectImport,
    namespace,
    failures,
  });
  const stored = await deps.projects.find(projectImport.project_id);
  const project = stored ?? (await buildProject(deps, projectImport, { namespace, archive, tree, members, failures }));
  await finalizeImport(deps, projectImport, { project, members });
}

interface Sources {
  namespace: NamespaceDocument;
  archive: OpenArchive;
  tree: ArchiveTree;
  members: readonly MatchedMember[];
  failures: ImportFailures;
}

async function buildProject(
  deps: ImportJobsDeps,
  projectImport: ImportDocument,
  { namespace, archive, tree, members, failures }: Sources,
): Promise<ProjectDocument> {
  deps.importedContent.assertWithinLimit(archive);
  const requested = projectImport.default_branch ?? tree.project.optionalText('default_branch', 1024);
  const default_branch = await importBundles(deps, projectImport, { archive, requested });
  if (projectImport.default_branch !== undefined && default_branch !== projectImport.default_branch)
    throw new BadRequestError('Default branch is not in the archive');
  const rows = { projectImport, tree, members, failures };
  await deps.importedContent.importRows(rows);
  const custom_attributes = await readAttributes(rows);
  await deps.importedContent.importUploads(projectImport, { archive, failures });
  await deps.importedContent.importLfsObjects(projectImport, { archive, failures });
  const avatar = await deps.importedContent.importAvatar({ archive, failures });
  // Before the project is visible, as later runs do not read the archive again.
  await deps.imports.mutate(projectImport._id, () => ({ set: failures.stored() }));
  return publishProject(deps, projectImport, { namespace, tree, default_branch, avatar, custom_attributes });
}

/** Imports the repositories. Returns the default branch. */
async function importBundles(
  { clients: { bundles } }: ImportJobsDeps,
  { project_id, storage }: ImportDocument,
  { archive, requested }: { archive: OpenArchive; requested: string | null },
): Promise<string | null> {
  const target = { project_id, storage, default_branch: requested ?? '' };
  const wiki = archive.files.get(entries.wiki);
  if (wiki) await bundles.importBundle({ ...target, default_branch: '', wiki: true }, { content: wiki.read() });
  const repository = archive.files.get(entries.repository);
  if (!repository) return null;
  const { default_branch: branch } = await bundles.importBundle(target, { content: repository.read() });
  return branch === '' ? null : branch;
}

async function namespaceOf(deps: ImportJobsDeps, { namespace_id }: ImportDocument): Promise<NamespaceDocument> {
  const namespace = await deps.namespaces.find(namespace_id);
  const ids = namespace ? pathIds(namespace) : [];
  if (!namespace || isBeingRemoved(ids, await deps.namespaceTree.readTree(ids)))
    throw new BadRequestError('Namespace is not valid');
  return namespace;
}

async function contentOf(
  { importFiles }: ImportJobsDeps,
  { file }: ImportDocument,
): Promise<AsyncIterable<Uint8Array>> {
  const archive = file === null ? null : await importFiles.open(file);
  if (!archive) throw new BadRequestError('The archive does not exist any more');
  return archive.content;
}
