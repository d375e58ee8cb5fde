/** Passes the lists of an archive to the services that own them, in idempotent batches. */
import { UntrustedRecord } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import { rowsOf } from '@forgemesh/rpc';
import { collaborationRelations, repositoryRelations } from '../archives/layout';
import { restoreBadge, restoreContent, restoreSnippet } from '../archives/rows/own.row';
import type { ArchiveTree } from '../archives/read-tree';
import { sourceKey } from '../../groups/members/membership.model';
import type { Projects } from '../../deps';
import { deleteContent, storeContent } from '../../content/snippets/snippet-content';
import type { ImportDocument } from './import.model';
import type { MatchedMember } from './user-map';

const BATCH = 50;
const BATCH_LENGTH = 4 * 1024 * 1024;
const BATCH_TIMEOUT_MS = 5 * 60_000;

/** Context of all rows of an import. */
export interface RowImport {
  deps: Projects;
  projectImport: ImportDocument;
  tree: ArchiveTree;
  members: readonly MatchedMember[];
}

/** Rows of one list that are stored together. */
interface Batch {
  relation: string;
  /** Position of the first row. */
  offset: number;
  rows: string[];
}

/** Stores all lists of an archive. */
export async function importRows(of: RowImport): Promise<void> {
  const { projectRows, bundles } = of.deps.clients;
  for (const relation of collaborationRelations)
    for await (const batch of batchesOf(of.tree, relation))
      await projectRows.importProjectRows({ ...batch, ...importContext(of) }, { timeoutMs: BATCH_TIMEOUT_MS });
  for (const relation of repositoryRelations)
    for await (const batch of batchesOf(of.tree, relation))
      await bundles.importRepositoryRows({ ...batch, ...importContext(of) }, { timeoutMs: BATCH_TIMEOUT_MS });
  for await (const batch of batchesOf(of.tree, 'snippets')) await importSnippets(of, batch);
  for await (const batch of batchesOf(of.tree, 'project_badges')) await importBadges(of, batch);
}

function importContext({ projectImport, members }: RowImport) {
  return {
    project_id: projectImport.project_id,
    import_key: keyOf(projectImport),
    importer_id: projectImport.user_id,
    users: Object.fromEntries(members.map(({ foreign_id, user_id }) => [foreign_id, user_id])),
  };
}

/** Key of the rows of an import, the same for repeated runs. */
export function keyOf({ _id: id }: ImportDocument): string {
  return `import-${id}`;
}

async function* batchesOf(tree: ArchiveTree, relation: string): AsyncGenerator<Batch> {
  const lines = tree.lines(relation);
  let batch: Batch = { relation, offset: 0, rows: [] };
  let length = 0;
  for await (const row of lines ? rowsOf<unknown>(lines) : []) {
    const text = JSON.stringify(row);
    if (batch.rows.length > 0 && (batch.rows.length >= BATCH || length + text.length > BATCH_LENGTH)) {
      yield batch;
      batch = { relation, offset: batch.offset + batch.rows.length, rows: [] };
      length = 0;
    }
    batch.rows.push(text);
    length += text.length;
  }
  if (batch.rows.length > 0) yield batch;
}

async function importSnippets(of: RowImport, batch: Batch): Promise<void> {
  const { deps, projectImport } = of;
  const ids: number[] = [];
  for (const [at, json] of batch.rows.entries()) {
    const row = UntrustedRecord.parse(json, `snippets ${batch.offset + at + 1}`);
    const storedContent = await storeContent(deps, restoreContent(row));
    const [id = 0] = await deps.snippets.insertMany([
      {
        operation_id: `${keyOf(projectImport)}/snippets/${batch.offset + at}`,
        project_id: projectImport.project_id,
        author_id: authorOf(of, row),
        ...restoreSnippet(row),
        ...storedContent,
        ...{ user_agent: '', ip_address: '' },
      },
    ]);
    // An earlier run may have stored the content in another file.
    const stored = await deps.snippets.find(id);
    if (stored?.content_file !== storedContent.content_file) await deleteContent(deps, storedContent);
    ids.push(id);
  }
  const { projectRows } = deps.clients;
  const threads = batch.rows.map((json) => withoutContent(json));
  const notes = { ...batch, rows: threads, ...importContext(of), snippet_ids: ids };
  await projectRows.importProjectRows(notes, { timeoutMs: BATCH_TIMEOUT_MS });
}

function withoutContent(json: string): string {
  const { content: _text, ...rest } = JSON.parse(json) as Record<string, unknown>;
  return JSON.stringify(rest);
}

function authorOf({ members, projectImport }: RowImport, row: UntrustedRecord): number {
  const author = row.optionalNumber('author_id');
  return members.find(({ foreign_id: id }) => id === author)?.user_id ?? projectImport.user_id;
}

async function importBadges({ deps, projectImport }: RowImport, { rows, offset }: Batch): Promise<void> {
  const badges = rows.map((json, at) => {
    const row = UntrustedRecord.parse(json, `project_badges ${offset + at + 1}`);
    try {
      const operation_id = `${keyOf(projectImport)}/project_badges/${offset + at}`;
      return { operation_id, owner: sourceKey('project', projectImport.project_id), ...restoreBadge(row) };
    } catch {
      throw new BadRequestError(`project_badges ${offset + at + 1} is invalid`);
    }
  });
  await deps.badges.insertMany(badges);
}
