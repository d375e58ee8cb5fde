/**
 * Imports a group. The data is stored under ids of groups that do not exist yet, so a partial
 * import is never visible.
 */
import { BadRequestError, isForgeError, UnavailableError } from '@forgemesh/errors';
import {
  groupLayout,
  openArchive,
  readGroupTree,
  type GroupTree,
  withSpool,
  type Spool,
  ImportFailures,
} from '#import-export/archives';
import type { MatchedMember } from '#import-export/imported-content';
import type { JobKind } from '#jobs';
import { type NamespaceDocument, isBeingRemoved, pathIds } from '#namespaces';
import type { GroupImportDocument } from '#import-export/group-imports';
import { discardGroupImport } from './discard-group-import';
import { importEpicParents, importGroupRows, type ImportedGroup } from './import-group-rows';
import { publishGroups } from './publish-groups';
import type { GroupImportJobsDeps } from './deps';

const LEVELS = [10, 20, 30, 40, 50];
const UNEXPECTED_FAILURE = 'The import failed for a reason that is in the log';

/** The import jobs. Every step is idempotent, so an interrupted run starts from the beginning. */
export function groupImportJob(deps: GroupImportJobsDeps): JobKind<GroupImportDocument> {
  return {
    store: deps.groupImports,
    filter: {},
    started: () => ({ set: { status: 'started' } }),
    work: (document) => run(deps, document),
    ended: (_document, failure) => ({
      set: { status: failure ? 'failed' : 'finished', error: failure || null, file: null },
      next: undefined,
    }),
  };
}

async function run(deps: GroupImportJobsDeps, document: GroupImportDocument): Promise<string> {
  try {
    await withSpool(deps, (spool) => importArchive(deps, document, spool));
  } catch (error) {
    if (isForgeError(error) && error.reason === 'unavailable') throw error;
    // Once the group is stored it is visible, so the remaining steps are retried.
    if (await deps.namespaces.find(document.group_id)) throw new UnavailableError(undefined, { cause: error });
    const isUserError = isForgeError(error) && error.reason === 'bad_request';
    if (!isUserError) deps.log.error({ err: error, group_import_id: document._id }, 'group import failed');
    await discardGroupImport(deps, document);
    return isUserError ? error.message : UNEXPECTED_FAILURE;
  }
  if (document.file) await deps.groupImportFiles.remove(document.file);
  return '';
}

async function importArchive(deps: GroupImportJobsDeps, document: GroupImportDocument, spool: Spool): Promise<void> {
  const parent = await parentOf(deps, document);
  const archive = await openArchive(async () => contentOf(deps, document), spool, {
    layout: groupLayout,
    limits: deps.archiveLimits,
  });
  const tree = await readGroupTree(archive);
  const failures = new ImportFailures();
  failures.addOmitted(tree.omitted);
  const groups = await assignGroupIds(deps, document, tree);
  const members = new Map<number, MatchedMember[]>();
  for (const group of groups) {
    const context = { importer: document, namespace: parent, failures, relation: 'members', levels: LEVELS };
    members.set(group.id, await deps.importedContent.matchMembers(tree.rows(group, 'members'), context));
  }
  if (!(await deps.namespaces.find(document.group_id))) {
    const context = { document, tree, members: [...members.values()].flat(), failures };
    for (const group of groups) await importGroupRows(deps, context, group);
    for (const group of groups) await importEpicParents(deps, context, group);
    // Before the groups are visible, as later runs do not read the lists again.
    await deps.groupImports.mutate(document._id, () => ({ set: failures.stored() }));
  }
  await publishGroups(deps, document, { parent, groups, members });
}

/**
 * The groups of the archive with their new ids. The ids are stored, so repeated runs use the same
 * ones.
 */
async function assignGroupIds(
  deps: GroupImportJobsDeps,
  document: GroupImportDocument,
  tree: GroupTree,
): Promise<ImportedGroup[]> {
  const more = tree.groups.length - 1;
  const first = document.group_ids || more === 0 ? 0 : await deps.namespaces.nextId(more);
  const drawn = [document.group_id, ...Array.from({ length: more }, (_, at) => first + at)];
  const stored = await deps.groupImports.mutate(document._id, ({ group_ids: ids }) =>
    ids ? null : { set: { group_ids: drawn } },
  );
  const ids = stored?.group_ids ?? drawn;
  const imported = new Map<number, ImportedGroup>();
  tree.groups.forEach((group, at) => {
    const importedParent = at === 0 ? undefined : imported.get(group.foreign_parent_id ?? 0);
    const ancestorIds = importedParent ? [...importedParent.ancestor_ids, importedParent.id] : [];
    imported.set(group.foreign_id, { ...group, id: ids[at] ?? 0, ancestor_ids: ancestorIds });
  });
  return [...imported.values()];
}

async function parentOf(
  deps: GroupImportJobsDeps,
  { parent_id: id }: GroupImportDocument,
): Promise<NamespaceDocument | null> {
  if (id === 0) return null;
  const parent = await deps.namespaces.find(id);
  const ids = parent ? pathIds(parent) : [];
  if (!parent || isBeingRemoved(ids, await deps.namespaceTree.readTree(ids)))
    throw new BadRequestError('The parent group was deleted');
  return parent;
}

async function contentOf(
  { groupImportFiles }: GroupImportJobsDeps,
  { file }: GroupImportDocument,
): Promise<AsyncIterable<Uint8Array>> {
  const archive = file === null ? null : await groupImportFiles.open(file);
  if (!archive) throw new BadRequestError('The archive does not exist any more');
  return archive.content;
}
