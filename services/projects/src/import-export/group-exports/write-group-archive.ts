/** Writes the archive of a group in the order of its layout. */
import { contentOf } from '@forgemesh/rpc';
import { API_VERSION } from '@forgemesh/service';
import type { Pack } from 'tar-stream';
import {
  groupEntries,
  groupRelations,
  type GroupList,
  groupRow,
  ARCHIVE_VERSION,
  badgesOf,
  membersOf,
  type Reader,
  addSpooled,
  packArchive,
  type Spool,
} from '#import-export/archives';
import type { NamespaceDocument } from '#namespaces';
import type { GroupExportsDeps } from './deps';

/** The group, the requesting user and the target file. */
export interface GroupArchive {
  group: NamespaceDocument;
  reader: Reader;
  /** Id in the file store. */
  file: string;
}

/** Writes the archive of a group and its subgroups. */
export async function writeGroupArchive(deps: GroupExportsDeps, { group, reader, file }: GroupArchive): Promise<void> {
  const groups = await groupsOf(deps, group);
  await packArchive(deps, { store: deps.groupExportFiles, file }, async (tar, spool) => {
    tar.entry({ name: groupEntries.version }, ARCHIVE_VERSION);
    tar.entry({ name: groupEntries.instanceVersion }, API_VERSION);
    tar.entry({ name: groupEntries.instanceRevision }, deps.revision);
    tar.entry({ name: groupEntries.tree }, groups.map(({ _id: id }) => `${id}\n`).join(''));
    for (const one of groups) await addGroup(deps, { tar, spool, reader }, one);
  });
}

/** The group and its subgroups, each after its parent. */
async function groupsOf({ namespaces }: GroupExportsDeps, group: NamespaceDocument): Promise<NamespaceDocument[]> {
  const inside = { ancestor_ids: group._id, deleting_at: { $exists: false } };
  const found = await namespaces.model.find(inside).sort({ _id: 1 }).lean<NamespaceDocument[]>();
  const depth = ({ ancestor_ids: ancestorIds }: NamespaceDocument): number => ancestorIds.length;
  return [group, ...found.sort((one, other) => depth(one) - depth(other))];
}

interface Target {
  tar: Pack;
  spool: Spool;
  reader: Reader;
}

async function addGroup(
  deps: GroupExportsDeps,
  { tar, spool, reader }: Target,
  group: NamespaceDocument,
): Promise<void> {
  const { _id: id } = group;
  tar.entry({ name: groupEntries.attributes(id) }, JSON.stringify(groupRow(group)));
  const add = (list: GroupList, content: AsyncIterable<Uint8Array>) =>
    addSpooled(tar, spool, { name: groupEntries.list(id, list), content });
  await add('members', linesOf(membersOf(deps, { kind: 'group', id }, reader)));
  await add('badges', linesOf(badgesOf(deps, { kind: 'group', id })));
  for (const relation of groupRelations)
    await add(relation, contentOf(deps.clients.groupRows.exportGroupRows({ group_id: id, relation })));
}

async function* linesOf(rows: AsyncIterable<object>): AsyncGenerator<Buffer> {
  for await (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`);
}
