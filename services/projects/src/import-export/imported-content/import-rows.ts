/** Passes the lists of an archive to the services that own them, in idempotent batches. */
import { UntrustedRecord } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import { userPatterns } from '@forgemesh/patterns';
import {
  collaborationRelations,
  repositoryRelations,
  restoreAttribute,
  restoreBadge,
  restoreContent,
  restorePushRule,
  restoreSnippet,
  type ArchiveTree,
  type ImportFailures,
} from '#import-export/archives';
import { MAX_ATTRIBUTES, type CustomAttribute } from '#namespaces';
import { sourceKey } from '#access/memberships';
import { deleteContent, storeContent } from '#content/snippets';
import { expressionFields } from '#projects/push-rules';
import type { ImportDocument } from '#import-export/imports';
import type { MatchedMember } from './user-map';
import type { ImportedContentDeps } from './deps';

const BATCH = 50;
const BATCH_LENGTH = 4 * 1024 * 1024;
const options = { timeoutMs: 5 * 60_000 };

/**
 * Large or confidential members of entries that are not imported: differences, which are computed
 * from the repository, events, and configurations of jobs.
 */
const unused = new Set([
  'change_position',
  'design_versions',
  'designs',
  'events',
  'merge_request_diff_files',
  'options',
  'original_position',
  'resource_label_events',
  'resource_milestone_events',
  'resource_state_events',
  'st_diff',
  'system_note_metadata',
  'yaml_variables',
]);

/** Context of all rows of an import. */
export interface RowImport {
  projectImport: ImportDocument;
  tree: ArchiveTree;
  members: readonly MatchedMember[];
  failures: ImportFailures;
}

/** Rows of one list that are stored together. */
interface Batch {
  relation: string;
  /** Position of the first row. */
  offset: number;
  rows: string[];
}

/** Stores all lists of an archive. Entries that are invalid are left out and reported. */
export async function importRows(deps: ImportedContentDeps, of: RowImport): Promise<void> {
  const { failures } = of;
  const { projectRows, bundles } = deps.clients;
  for (const relation of collaborationRelations)
    for await (const batch of batchesOf(of, relation)) {
      const stored = await projectRows.importProjectRows({ ...batch, ...importContext(of) }, options);
      failures.addEntries(relation, stored.failures);
    }
  for (const relation of repositoryRelations)
    for await (const batch of batchesOf(of, relation)) {
      const stored = await bundles.importRepositoryRows({ ...batch, ...importContext(of) }, options);
      failures.addEntries(relation, stored.failures);
    }
  for await (const batch of batchesOf(of, 'snippets')) await importSnippets(deps, of, batch);
  for await (const batch of batchesOf(of, 'project_badges')) await importBadges(deps, of, batch);
  for await (const batch of batchesOf(of, 'push_rule')) await importPushRule(deps, of, batch);
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

async function* batchesOf({ tree }: RowImport, relation: string): AsyncGenerator<Batch> {
  let batch: Batch = { relation, offset: 0, rows: [] };
  let length = 0;
  for await (const row of tree.rows(relation)) {
    const text = JSON.stringify(row, (key, value: unknown) => (unused.has(key) ? undefined : value));
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

async function importSnippets(deps: ImportedContentDeps, of: RowImport, batch: Batch): Promise<void> {
  const { projectRows } = deps.clients;
  for (const [at, json] of batch.rows.entries()) {
    const position = batch.offset + at;
    const id = await of.failures.attempt('snippets', position, () => storeSnippet(deps, of, json, position));
    if (id === null) continue;
    const row = { relation: 'snippets', offset: position, rows: [withoutContent(json)], snippet_ids: [id] };
    const stored = await projectRows.importProjectRows({ ...row, ...importContext(of) }, options);
    of.failures.addEntries('snippets', stored.failures);
  }
}

/** Stores a snippet without its notes. Returns its id. */
async function storeSnippet(deps: ImportedContentDeps, of: RowImport, json: string, position: number): Promise<number> {
  const { projectImport } = of;
  const row = UntrustedRecord.parse(json, `snippets ${position + 1}`);
  const fields = { author_id: authorOf(of, row), ...restoreSnippet(row) };
  const storedContent = await storeContent(deps, restoreContent(row));
  const [id = 0] = await deps.snippets.insertMany([
    {
      operation_id: `${keyOf(projectImport)}/snippets/${position}`,
      project_id: projectImport.project_id,
      ...fields,
      ...storedContent,
      user_agent: '',
      ip_address: '',
    },
  ]);
  // An earlier run may have stored the content in another file.
  const stored = await deps.snippets.find(id);
  if (stored?.content_file !== storedContent.content_file) await deleteContent(deps, storedContent);
  return id;
}

function withoutContent(json: string): string {
  const { content: _text, ...rest } = JSON.parse(json) as Record<string, unknown>;
  return JSON.stringify(rest);
}

function authorOf({ members, projectImport }: RowImport, row: UntrustedRecord): number {
  const author = row.optionalNumber('author_id');
  return members.find(({ foreign_id: id }) => id === author)?.user_id ?? projectImport.user_id;
}

async function importBadges(
  deps: ImportedContentDeps,
  { projectImport, failures }: RowImport,
  { rows, offset }: Batch,
): Promise<void> {
  for (const [at, json] of rows.entries())
    await failures.attempt('project_badges', offset + at, () =>
      deps.badges.insertMany([
        {
          operation_id: `${keyOf(projectImport)}/project_badges/${offset + at}`,
          owner: sourceKey('project', projectImport.project_id),
          ...restoreBadge(UntrustedRecord.parse(json, `project_badges ${offset + at + 1}`)),
        },
      ]),
    );
}

/** A project has one push rule; further ones are reported as duplicates. */
async function importPushRule(
  deps: ImportedContentDeps,
  { projectImport, failures }: RowImport,
  { rows, offset }: Batch,
): Promise<void> {
  const { project_id, user_id } = projectImport;
  for (const [at, json] of rows.entries())
    await failures.attempt('push_rule', offset + at, async () => {
      const row = UntrustedRecord.parse(json, `push_rule ${offset + at + 1}`);
      const rule = restorePushRule(row);
      for (const name of expressionFields)
        if ((await userPatterns.check(`user/${user_id}`, rule[name])) !== undefined) throw row.problem(name);
      const operation_id = `${keyOf(projectImport)}/push_rule/${offset + at}`;
      await deps.pushRules.insertMany([{ operation_id, project_id, ...rule }]);
    });
}

/**
 * The custom attributes of the archive. Undefined unless an administrator imports, as only
 * administrators may set them.
 */
export async function readAttributes(of: Omit<RowImport, 'members'>): Promise<CustomAttribute[] | undefined> {
  if (!of.projectImport.is_admin) return undefined;
  const attributes = new Map<string, CustomAttribute>();
  let position = 0;
  for await (const entry of of.tree.rows('custom_attributes')) {
    const at = position++;
    await of.failures.attempt('custom_attributes', at, () => {
      const attribute = restoreAttribute(UntrustedRecord.of(entry, `custom_attributes ${at + 1}`));
      if (attributes.has(attribute.key))
        throw new BadRequestError(`custom_attributes ${at + 1}: another entry has the same key`);
      if (attributes.size >= MAX_ATTRIBUTES) throw new BadRequestError('custom_attributes has too many entries');
      attributes.set(attribute.key, attribute);
    });
  }
  return [...attributes.values()];
}
