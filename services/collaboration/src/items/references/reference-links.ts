/**
 * Resolves the references in texts to links, as far as a user may read the targets, with a constant
 * number of queries.
 */
import { canReadFeature } from '@forgemesh/access';
import type { NamedLink } from '@forgemesh/markdown';
import type { AuthorizedResource, Subject } from '@forgemesh/proto/projects/v1/access';
import { rightsOnProjects } from '#access';
import { type LabelDocument, type LabelScope, labelsInScope } from '#planning/labels';
import type { MilestoneDocument } from '#planning/milestones';
import { externalLinks, externalWordsIn } from './external-issues';
import { proseOf, type Reference, referencesIn } from '#texts';
import { findReferenced } from './resolve-items';
import type { ReferencesDeps } from './deps';

/** Maximum number of distinct references. */
const MAX_REFERENCES = 500;
const pages = { Issue: 'issues', MergeRequest: 'merge_requests', Epic: 'epics' } as const;
const types = { Issue: 'issue', MergeRequest: 'merge_request', Epic: 'epic' } as const;

/** Links by the text of the reference. */
type Links = (readonly [text: string, link: NamedLink])[];

/** The project that the texts belong to, with the reader's rights on it. */
interface LinkContext {
  deps: ReferencesDeps;
  subject: Subject;
  project: AuthorizedResource;
  /** URL of the project page. */
  page: string;
  references: readonly Reference[];
}

/**
 * The links of texts of a project by the text of the reference; empty if the reader may not read
 * the project.
 */
export async function referenceLinks(
  deps: ReferencesDeps,
  texts: readonly string[],
  { project_id, subject }: { project_id: number; subject: Subject },
): Promise<Record<string, NamedLink>> {
  // URLs are links already, so the external URL is not passed.
  const prose = texts.map(proseOf);
  const all = prose.flatMap((text) => referencesIn(text));
  const words = [...new Set(prose.flatMap(externalWordsIn))];
  const references = [...new Map(all.map((reference) => [reference.text, reference])).values()].slice(
    0,
    MAX_REFERENCES,
  );
  if (references.length === 0 && words.length === 0) return {};
  const project = (await rightsOnProjects(deps, subject, [project_id])).get(project_id);
  if (!project) return {};
  const context = { deps, subject, project, page: `${deps.instance.urls.base}/${project.full_path}`, references };
  const found = await Promise.all([
    items(context),
    users(context),
    labels(context),
    milestones(context),
    commits(context),
  ]);
  const external = await externalLinks(deps, project, { words, references });
  return Object.fromEntries([...external, ...found.flat()]);
}

async function items({ deps, subject, project, references }: LinkContext): Promise<Links> {
  const named = await findReferenced(deps, references, { scope: { project_id: project.id, group_id: null }, subject });
  return named.map(({ reference, resource, type, item }) => {
    const page = `${deps.instance.urls.base}/${type === 'Epic' ? 'groups/' : ''}${resource.full_path}`;
    const href = `${page}/-/${pages[type]}/${item.iid}`;
    return [reference.text, { href, title: item.title, type: types[type], state: item.state }];
  });
}

async function users({ deps, references }: LinkContext): Promise<Links> {
  const matching = references.filter(({ kind }) => kind === 'user');
  if (matching.length === 0) return [];
  const usernames = matching.map(({ name }) => name);
  const found = await deps.clients.users.listUserProfiles({ usernames });
  const byName = new Map(found.users.map((user) => [user.username.toLowerCase(), user]));
  return matching.flatMap(({ text, name }) => {
    const user = byName.get(name.toLowerCase());
    return user ? [[text, { href: user.web_url, title: user.name, type: 'user' }] as const] : [];
  });
}

function scopeOf({ project }: LinkContext): LabelScope {
  return { project_id: project.id, group_ids: project.ancestor_ids };
}

/** The references to labels or milestones; none if the reader may not read those of the project. */
function plannedNames({ project, references }: LinkContext, kind: 'label' | 'milestone'): readonly Reference[] {
  if (!canReadFeature(project, 'planning')) return [];
  return references.filter((reference) => reference.kind === kind && reference.path === null);
}

async function labels(context: LinkContext): Promise<Links> {
  const matching = plannedNames(context, 'label');
  if (matching.length === 0) return [];
  const titles = { title: { $in: matching.map(({ name }) => name) } };
  const found = await context.deps.planning.labels.model
    .find(
      { $and: [labelsInScope(scopeOf(context)) as Record<string, unknown>, titles] },
      { title: 1, description: 1, color: 1 },
    )
    .lean<Pick<LabelDocument, 'title' | 'description' | 'color'>[]>();
  const byTitle = new Map(found.map((label) => [label.title, label]));
  return matching.flatMap(({ text, name }) => {
    const label = byTitle.get(name);
    if (!label) return [];
    const href = `${context.page}/-/issues?label_name=${encodeURIComponent(name)}`;
    const title = label.description ?? '';
    return [[text, { href, title, text: name, type: 'label', color: label.color }] as const];
  });
}

/** Numbers refer to milestones of the project, titles also to those of its ancestor groups. */
async function milestones(context: LinkContext): Promise<Links> {
  const matching = plannedNames(context, 'milestone');
  if (matching.length === 0) return [];
  const names = matching.map(({ name }) => name);
  const numbers = names.filter((name) => /^\d{1,10}$/.test(name)).map(Number);
  const own = { project_id: context.project.id, iid: { $in: numbers } };
  const titled = { $and: [labelsInScope(scopeOf(context)) as Record<string, unknown>, { title: { $in: names } }] };
  const found = await context.deps.planning.milestones.model.find({ $or: [own, titled] }).lean<MilestoneDocument[]>();
  const groups = await context.deps.display.groups.find(found.flatMap(({ group_id: id }) => id ?? []));
  return matching.flatMap(({ text, name, is_quoted }) => {
    const isNumber = (one: MilestoneDocument): boolean =>
      !is_quoted && one.project_id !== null && String(one.iid) === name;
    const milestone = found.find(isNumber) ?? found.find(({ title }) => title === name);
    if (!milestone) return [];
    const page = milestone.project_id === null ? groups.get(milestone.group_id ?? 0)?.web_url : context.page;
    const href = `${page ?? ''}/-/milestones/${milestone.iid}`;
    const { title, state } = milestone;
    return [[text, { href, title, text: `%${title}`, type: 'milestone', state }] as const];
  });
}

/** Commits of the project itself, with one call. */
async function commits({ deps, project, page, references }: LinkContext): Promise<Links> {
  const matching = references.filter(({ kind, path }) => kind === 'commit' && path === null);
  if (matching.length === 0 || !canReadFeature(project, 'repository')) return [];
  const { commit_ids: ids } = await deps.clients.commitLines.listCommitIds({
    project_id: project.id,
    storage: project.storage,
    short_ids: matching.map(({ name }) => name),
  });
  return matching.flatMap(({ text, name }) => {
    const id = ids[name];
    return id === undefined ? [] : [[text, { href: `${page}/-/commit/${id}`, title: '', type: 'commit' }] as const];
  });
}
