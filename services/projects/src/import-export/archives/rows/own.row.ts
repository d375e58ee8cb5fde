/** Members, snippets, badges and custom attributes in archives. */
import { idBatches, type UntrustedRecord } from '@forgemesh/data';
import { contentOf, rowsOf } from '@forgemesh/rpc';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import { assertValidUrls } from '#projects/badges';
import { MAX_KEY, MAX_VALUE, type CustomAttribute } from '#namespaces';
import { notExpired, sourceKey, type SourceKind } from '#access/memberships';
import type { Visibility } from '#access';
import type { ProjectDocument } from '#projects/model';
import { rawContent, snippetSearchFields, type SnippetDocument } from '#content/snippets';
import { expressionFields, noRule, type PushRuleDocument, type PushRuleSettings } from '#projects/push-rules';
import type { RelationRow } from '../layout';
import type { ArchivesDeps } from '../deps';

const BATCH = 50;
const MAX_EXPRESSION = 2_000;
const ruleFields = Object.keys(noRule) as (keyof PushRuleSettings)[];
const MAX_CONTENT = 50 * 1024 * 1024;
const visibilities: Record<Visibility, number> = { private: 0, internal: 10, public: 20 };

/** The user that an archive is created for. */
export interface Reader {
  user_id: number;
  is_admin: boolean;
}

/**
 * The members of a project. Emails, which identify members in other instances, are included for
 * administrators; other users get only their own.
 */
export async function* memberRows(deps: ArchivesDeps, projectId: number, reader: Reader): AsyncGenerator<RelationRow> {
  for await (const row of membersOf(deps, { kind: 'project', id: projectId }, reader))
    yield { relation: 'project_members', row };
}

/** A project or group with members and badges. */
export interface Owner {
  kind: SourceKind;
  id: number;
}

/** The members of a project or group as archive entries, with the same rule for emails. */
export async function* membersOf(
  deps: Pick<ArchivesDeps, 'clients' | 'memberships'>,
  { kind, id }: Owner,
  reader: Reader,
): AsyncGenerator<object> {
  const source = sourceKey(kind, id);
  for await (const members of idBatches(deps.memberships, { source, ...notExpired() }, BATCH)) {
    const { users } = await deps.clients.directory.listUserProfiles({ ids: members.map(({ user_id: id }) => id) });
    const byId = new Map(users.map((user) => [user.id, user]));
    for (const { user_id, access_level, expires_at, created_at } of members) {
      const user = byId.get(user_id);
      if (!user) continue;
      const source_type = kind === 'project' ? 'Project' : 'Namespace';
      yield { user_id, access_level, expires_at, created_at, source_type, user: userRow(user, reader) };
    }
  }
}

function userRow({ id, username, email }: UserProfile, reader: Reader): object {
  return { id, username, ...((reader.is_admin || id === reader.user_id) && { email }) };
}

/**
 * The snippets of a project with their content and notes. Private snippets are included only for
 * their author and administrators.
 */
export async function* snippetRows(
  deps: ArchivesDeps,
  project_id: number,
  reader: Reader,
): AsyncGenerator<RelationRow> {
  const readable = reader.is_admin ? {} : { $or: [{ visibility: { $ne: 'private' } }, { author_id: reader.user_id }] };
  for await (const snippets of idBatches(deps.snippets, { project_id, ...readable }, BATCH)) {
    const threads = new Map<number, object>();
    const stream = deps.clients.projectRows.listSnippetRows({ snippet_ids: snippets.map(({ _id: id }) => id) });
    for await (const { row } of rowsOf<{ row: { id: number } }>(contentOf(stream))) threads.set(row.id, row);
    for (const snippet of snippets)
      yield { relation: 'snippets', row: { ...(await snippetRow(deps, snippet)), ...threads.get(snippet._id) } };
  }
}

async function snippetRow(deps: ArchivesDeps, snippet: SnippetDocument): Promise<object> {
  const { _id: id, title, file_name, description, author_id, visibility, created_at, updated_at } = snippet;
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await rawContent(deps, snippet)).content) chunks.push(chunk);
  const content = Buffer.concat(chunks).toString('utf8');
  const visibility_level = visibilities[visibility];
  return { id, title, file_name, description, author_id, content, visibility_level, created_at, updated_at };
}

/** The project's own badges. */
export async function* badgeRows(deps: ArchivesDeps, projectId: number): AsyncGenerator<RelationRow> {
  for await (const row of badgesOf(deps, { kind: 'project', id: projectId })) yield { relation: 'project_badges', row };
}

/** The own badges of a project or group as archive entries. */
export async function* badgesOf(deps: Pick<ArchivesDeps, 'badges'>, { kind, id }: Owner): AsyncGenerator<object> {
  for await (const badges of idBatches(deps.badges, { owner: sourceKey(kind, id) }, BATCH)) {
    for (const { name, link_url, image_url, created_at, updated_at } of badges)
      yield { name, link_url, image_url, created_at, updated_at };
  }
}

/** The custom attributes of a project; only administrators may read them. */
export function* attributeRows(
  { custom_attributes: attributes }: ProjectDocument,
  reader: Reader,
): Generator<RelationRow> {
  if (!reader.is_admin) return;
  for (const { key, value } of attributes ?? []) yield { relation: 'custom_attributes', row: { key, value } };
}

/** The push rule of a project; none if it has no rule. */
export async function* pushRuleRows(deps: ArchivesDeps, project_id: number): AsyncGenerator<RelationRow> {
  const rule = await deps.pushRules.model.findOne({ project_id }).lean<PushRuleDocument>();
  if (!rule) return;
  const row = Object.fromEntries(ruleFields.map((name) => [name, rule[name]]));
  yield { relation: 'push_rule', row };
}

/** Parses a push rule. Its expressions are not checked. */
export function restorePushRule(row: UntrustedRecord): PushRuleSettings & { created_at: Date; updated_at: Date } {
  const now = new Date();
  return {
    ...noRule,
    ...Object.fromEntries(expressionFields.map((name) => [name, row.optionalText(name, MAX_EXPRESSION) ?? ''])),
    deny_delete_tag: row.flag('deny_delete_tag'),
    member_check: row.flag('member_check'),
    prevent_secrets: row.flag('prevent_secrets'),
    max_file_size: row.count('max_file_size'),
    commit_committer_check: row.flag('commit_committer_check'),
    reject_unsigned_commits: row.flag('reject_unsigned_commits'),
    created_at: now,
    updated_at: now,
  };
}

/** Parses the fields of a snippet, without its content. */
export function restoreSnippet(row: UntrustedRecord) {
  const level = row.optionalNumber('visibility_level');
  const visibility = (Object.keys(visibilities) as Visibility[]).find((name) => visibilities[name] === level);
  const [title, file_name] = [row.text('title', 255), row.optionalText('file_name', 255) ?? ''];
  return {
    title,
    file_name,
    description: row.optionalText('description'),
    visibility: visibility ?? 'private',
    ...snippetSearchFields({ title, file_name }),
    created_at: row.date('created_at'),
    updated_at: row.date('updated_at'),
  };
}

/** Parses the content of a snippet. */
export function restoreContent(row: UntrustedRecord): string {
  return row.optionalText('content', MAX_CONTENT) ?? '';
}

/** Parses the fields of a badge. */
export function restoreBadge(row: UntrustedRecord) {
  const urls = { link_url: row.text('link_url', 2048), image_url: row.text('image_url', 2048) };
  assertValidUrls(urls);
  const times = { created_at: row.date('created_at'), updated_at: row.date('updated_at') };
  return { name: row.optionalText('name', 255), ...urls, ...times };
}

/** Parses a custom attribute. */
export function restoreAttribute(row: UntrustedRecord): CustomAttribute {
  const key = row.text('key', MAX_KEY);
  if (key === '') throw row.problem('key');
  return { key, value: row.text('value', MAX_VALUE) };
}
