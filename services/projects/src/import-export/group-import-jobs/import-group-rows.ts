/** Stores the lists of an archived group in idempotent batches. */
import { UntrustedRecord } from '@forgemesh/data';
import {
  groupRelations,
  type GroupList,
  type ArchivedGroup,
  restoreBadge,
  type GroupTree,
  type ImportFailures,
} from '#import-export/archives';
import type { MatchedMember } from '#import-export/imported-content';
import { sourceKey } from '#access/memberships';
import type { GroupImportDocument } from '#import-export/group-imports';
import type { GroupImportJobsDeps } from './deps';

const MAX_ROWS = 50;
const MAX_LENGTH = 4 * 1024 * 1024;
const BATCH_TIMEOUT_MS = 5 * 60_000;

/** A group of an import with its new ids. */
export interface ImportedGroup extends ArchivedGroup {
  id: number;
  /** Ids of its ancestors within the import, top group first. */
  ancestor_ids: number[];
}

/** Context of all rows of an import. */
export interface RowContext {
  document: GroupImportDocument;
  tree: GroupTree;
  members: readonly MatchedMember[];
  failures: ImportFailures;
}

/** Key of the rows of an import, the same for repeated runs. */
export function keyOf({ _id: id }: GroupImportDocument): string {
  return `group-import-${id}`;
}

/** Stores all lists of a group except its members. Entries that are invalid are reported. */
export async function importGroupRows(deps: GroupImportJobsDeps, of: RowContext, group: ImportedGroup): Promise<void> {
  for (const relation of groupRelations) await sendRows(deps, of, { group, relation, list: relation });
  let position = 0;
  for await (const value of of.tree.rows(group, 'badges')) {
    const at = position++;
    const owner = sourceKey('group', group.id);
    await of.failures.attempt('badges', at, () =>
      deps.badges.insertMany([
        {
          operation_id: `${owner}/${keyOf(of.document)}/badges/${at}`,
          owner,
          ...restoreBadge(UntrustedRecord.of(value, `badges ${at + 1}`)),
        },
      ]),
    );
  }
}

/** Sets the parents of epics that the archive lists after their children. */
export function importEpicParents(deps: GroupImportJobsDeps, of: RowContext, group: ImportedGroup): Promise<void> {
  return sendRows(deps, of, { group, relation: 'epic_parents', list: 'epics' });
}

interface Rows {
  group: ImportedGroup;
  /** Name for the receiving service. */
  relation: string;
  list: GroupList;
}

async function sendRows(deps: GroupImportJobsDeps, of: RowContext, { group, relation, list }: Rows): Promise<void> {
  const { document, tree, members, failures } = of;
  const context = {
    group_id: group.id,
    ancestor_ids: group.ancestor_ids,
    import_key: keyOf(document),
    importer_id: document.user_id,
    users: Object.fromEntries(members.map(({ foreign_id, user_id }) => [foreign_id, user_id])),
  };
  for await (const batch of batchesOf(tree.rows(group, list))) {
    const options = { timeoutMs: BATCH_TIMEOUT_MS };
    const stored = await deps.clients.groupRows.importGroupRows({ ...context, ...batch, relation }, options);
    // Epics that were not stored are reported already.
    if (relation === list) failures.addEntries(list, stored.failures);
  }
}

interface Batch {
  /** Position of the first row. */
  offset: number;
  rows: string[];
}

async function* batchesOf(lines: AsyncIterable<unknown>): AsyncGenerator<Batch> {
  let batch: Batch = { offset: 0, rows: [] };
  let length = 0;
  for await (const row of lines) {
    const text = JSON.stringify(row);
    if (batch.rows.length > 0 && (batch.rows.length >= MAX_ROWS || length + text.length > MAX_LENGTH)) {
      yield batch;
      batch = { offset: batch.offset + batch.rows.length, rows: [] };
      length = 0;
    }
    batch.rows.push(text);
    length += text.length;
  }
  if (batch.rows.length > 0) yield batch;
}
