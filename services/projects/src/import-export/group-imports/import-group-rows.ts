/** Stores the lists of an archived group in idempotent batches. */
import { UntrustedRecord } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import { groupRelations } from '../archives/group-layout';
import type { ArchivedGroup } from '../archives/rows/group.row';
import { restoreBadge } from '../archives/rows/own.row';
import type { GroupTree } from '../archives/read-group-tree';
import type { MatchedMember } from '../imports/user-map';
import { sourceKey } from '../../groups/members/membership.model';
import type { Projects } from '../../deps';
import type { GroupImportDocument } from './group-import.model';

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
}

/** Key of the rows of an import, the same for repeated runs. */
export function keyOf({ _id: id }: GroupImportDocument): string {
  return `group-import-${id}`;
}

/** Stores all lists of a group except its members. */
export async function importGroupRows(deps: Projects, of: RowContext, group: ImportedGroup): Promise<void> {
  const { document, tree, members } = of;
  const context = {
    ...{ group_id: group.id, ancestor_ids: group.ancestor_ids, import_key: keyOf(document) },
    importer_id: document.user_id,
    users: Object.fromEntries(members.map(({ foreign_id, user_id }) => [foreign_id, user_id])),
  };
  for (const relation of groupRelations)
    for await (const batch of batchesOf(tree.rows(group, relation)))
      await deps.clients.groupRows.importGroupRows({ ...context, ...batch, relation }, { timeoutMs: BATCH_TIMEOUT_MS });
  for await (const { rows, offset } of batchesOf(tree.rows(group, 'badges'))) {
    const owner = sourceKey('group', group.id);
    const key = `${owner}/${keyOf(document)}/badges`;
    await deps.badges.insertMany(
      rows.map((json, at) => ({ operation_id: `${key}/${offset + at}`, owner, ...badgeOf(json, offset + at + 1) })),
    );
  }
}

function badgeOf(json: string, number: number): ReturnType<typeof restoreBadge> {
  try {
    return restoreBadge(UntrustedRecord.parse(json, `badges ${number}`));
  } catch {
    throw new BadRequestError(`badges ${number} is invalid`);
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
