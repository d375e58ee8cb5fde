/** Reads the groups of an archive. */
import { UntrustedRecord } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import { groupEntries, type GroupList } from './group-layout';
import { restoreGroup, type ArchivedGroup } from './rows/group.row';
import { jsonFile, jsonLines } from './ndjson';
import type { OpenArchive } from './open-archive';
import { readSingleGroups } from './read-single-group';
import type { SpooledFile } from './spool';

/** Maximum number of groups in an archive. */
const MAX_GROUPS = 1_000;
/** Maximum nesting depth. */
const MAX_DEPTH = 20;

/** The groups of an archive: the top group first, each after its parent. */
export interface GroupTree {
  groups: readonly ArchivedGroup[];
  /** The entries of a list; empty if the list is missing. */
  rows(group: ArchivedGroup, relation: GroupList): AsyncIterable<unknown>;
  /** Number of entries by relation that are not imported. */
  omitted: ReadonlyMap<string, number>;
}

/** Reads the groups. Throws BadRequestError if they do not form a tree. */
export async function readGroupTree(archive: OpenArchive): Promise<GroupTree> {
  const single = archive.files.has(groupEntries.tree) ? undefined : archive.files.get(groupEntries.singleTree);
  return single ? readSingleTree(archive, single) : readTreeFolder(archive);
}

async function readSingleTree(archive: OpenArchive, file: SpooledFile): Promise<GroupTree> {
  const { groups: read, omitted } = await readSingleGroups(file, MAX_GROUPS);
  const lists = new Map(read.map((group) => [group.id, group.lists]));
  const found = read.map(({ id, parent_id, row }) => ({
    ...restoreGroup(row, id, parent_id === null),
    foreign_parent_id: parent_id,
  }));
  const groups = sortParentsFirst(found);
  assertPathsDiffer(groups);
  return {
    groups,
    async *rows({ foreign_id: id }, relation) {
      yield* lists.get(id)?.[relation] ?? [];
    },
    omitted: new Map([...archive.omitted, ...omitted]),
  };
}

async function readTreeFolder(archive: OpenArchive): Promise<GroupTree> {
  const found = new Map<number, ArchivedGroup>();
  for await (const id of linesOf(archive, groupEntries.tree)) {
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1 || found.has(id))
      throw new BadRequestError(`${groupEntries.tree} is invalid`);
    if (found.size >= MAX_GROUPS) throw new BadRequestError(`The archive has more than ${MAX_GROUPS} groups`);
    found.set(id, await readGroup(archive, id, found.size === 0));
  }
  const groups = sortParentsFirst([...found.values()]);
  assertPathsDiffer(groups);
  return {
    groups,
    rows: ({ foreign_id: id }, relation) => linesOf(archive, groupEntries.list(id, relation)),
    omitted: archive.omitted,
  };
}

async function* linesOf(archive: OpenArchive, name: string): AsyncGenerator<unknown> {
  const file = archive.files.get(name);
  if (file) yield* jsonLines(file, name);
}

async function readGroup(archive: OpenArchive, id: number, isTop: boolean): Promise<ArchivedGroup> {
  const name = groupEntries.attributes(id);
  const file = archive.files.get(name);
  if (!file) throw new BadRequestError(`The archive has no ${name}`);
  return restoreGroup(UntrustedRecord.of(await jsonFile(file, name), name), id, isTop);
}

/**
 * Orders the groups, parents first. Throws for groups that are not descendants of the top group.
 */
function sortParentsFirst(groups: ArchivedGroup[]): ArchivedGroup[] {
  const [top, ...others] = groups;
  if (!top) throw new BadRequestError('The archive has no group');
  const below = new Map<number, ArchivedGroup[]>();
  for (const group of others) {
    const parent = group.foreign_parent_id ?? 0;
    below.set(parent, [...(below.get(parent) ?? []), group]);
  }
  const ordered: ArchivedGroup[] = [];
  let level = [top];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= MAX_DEPTH) throw new BadRequestError(`The archive has more than ${MAX_DEPTH} levels of groups`);
    ordered.push(...level);
    level = level.flatMap(({ foreign_id: id }) => below.get(id) ?? []);
  }
  if (ordered.length !== groups.length) throw new BadRequestError('The archive has a group outside the top group');
  return ordered;
}

function assertPathsDiffer(groups: readonly ArchivedGroup[]): void {
  const paths = groups.slice(1).map((group) => `${group.foreign_parent_id}/${group.path.toLowerCase()}`);
  if (new Set(paths).size < paths.length) throw new BadRequestError('The archive has two groups with the same path');
}
