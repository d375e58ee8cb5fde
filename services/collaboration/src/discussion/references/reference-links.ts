/**
 * Resolves the references in texts to links, as far as a user may read the targets, with a constant
 * number of queries.
 */
import type { NamedLink } from '@forgemesh/markdown';
import type { AuthorizedResource, Subject } from '@forgemesh/proto/projects/v1/access';
import { rightsOnProjects } from '../../access/authorize';
import { labelsAt, type LabelPlace } from '../../planning/labels/label-place';
import type { LabelDocument } from '../../planning/labels/label.model';
import type { MilestoneDocument } from '../../planning/milestones/milestone.model';
import { mayReadFeature } from '../../access/policy';
import type { Collaboration } from '../../deps';
import { externalLinks, externalWordsIn } from './external-issues';
import { referencesIn } from './parse-references';
import type { Reference } from './reference';
import { proseOf } from './prose';
import { findNamed } from './resolve-items';

/** Maximum number of distinct references. */
const MAX_WRITTEN = 200;
const pages = { Issue: 'issues', MergeRequest: 'merge_requests', Epic: 'epics' } as const;

/** Links by the text of the reference. */
type Links = (readonly [text: string, link: NamedLink])[];

/** The project that the texts belong to, with the reader's rights on it. */
interface Stand {
  deps: Collaboration;
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
  deps: Collaboration,
  texts: readonly string[],
  { project_id, subject }: { project_id: number; subject: Subject },
): Promise<Record<string, NamedLink>> {
  // URLs are links already, so the external URL is not passed.
  const prose = texts.map(proseOf);
  const all = prose.flatMap((text) => referencesIn(text));
  const words = [...new Set(prose.flatMap(externalWordsIn))];
  const references = [...new Map(all.map((reference) => [reference.text, reference])).values()].slice(0, MAX_WRITTEN);
  if (references.length === 0 && words.length === 0) return {};
  const project = (await rightsOnProjects(deps, subject, [project_id])).get(project_id);
  if (!project) return {};
  const stand = { deps, subject, project, page: `${deps.urls.base}/${project.full_path}`, references };
  const found = await Promise.all([items(stand), users(stand), labels(stand), milestones(stand), commits(stand)]);
  const external = await externalLinks(deps, project, { words, references });
  return Object.fromEntries([...external, ...found.flat()]);
}

async function items({ deps, subject, project, references }: Stand): Promise<Links> {
  const named = await findNamed(deps, references, { place: { project_id: project.id, group_id: null }, subject });
  return named.map(({ reference, place, type, item }) => {
    const page = `${deps.urls.base}/${type === 'Epic' ? 'groups/' : ''}${place.full_path}`;
    return [reference.text, { href: `${page}/-/${pages[type]}/${item.iid}`, title: item.title }];
  });
}

async function users({ deps, references }: Stand): Promise<Links> {
  const wanted = references.filter(({ kind }) => kind === 'user');
  if (wanted.length === 0) return [];
  const usernames = wanted.map(({ name }) => name);
  const found = await deps.clients.users.listUserProfiles({ usernames });
  const byName = new Map(found.users.map((user) => [user.username.toLowerCase(), user]));
  return wanted.flatMap(({ text, name }) => {
    const user = byName.get(name.toLowerCase());
    return user ? [[text, { href: user.web_url, title: user.name }] as const] : [];
  });
}

function placeOf({ project }: Stand): LabelPlace {
  return { project_id: project.id, group_ids: project.ancestor_ids };
}

async function labels(stand: Stand): Promise<Links> {
  const wanted = stand.references.filter(({ kind, path }) => kind === 'label' && path === null);
  if (wanted.length === 0) return [];
  const titles = { title: { $in: wanted.map(({ name }) => name) } };
  const found = await stand.deps.labels.model
    .find({ $and: [labelsAt(placeOf(stand)) as Record<string, unknown>, titles] }, { title: 1, description: 1 })
    .lean<Pick<LabelDocument, 'title' | 'description'>[]>();
  const byTitle = new Map(found.map((label) => [label.title, label]));
  return wanted.flatMap(({ text, name }) => {
    const label = byTitle.get(name);
    if (!label) return [];
    const href = `${stand.page}/-/issues?label_name=${encodeURIComponent(name)}`;
    return [[text, { href, title: label.description ?? '' }] as const];
  });
}

/** Numbers refer to milestones of the project, titles also to those of its ancestor groups. */
async function milestones(stand: Stand): Promise<Links> {
  const wanted = stand.references.filter(({ kind, path }) => kind === 'milestone' && path === null);
  if (wanted.length === 0) return [];
  const names = wanted.map(({ name }) => name);
  const numbers = names.filter((name) => /^\d{1,10}$/.test(name)).map(Number);
  const own = { project_id: stand.project.id, iid: { $in: numbers } };
  const titled = { $and: [labelsAt(placeOf(stand)) as Record<string, unknown>, { title: { $in: names } }] };
  const found = await stand.deps.milestones.model.find({ $or: [own, titled] }).lean<MilestoneDocument[]>();
  const groups = await stand.deps.display.groups.find(found.flatMap(({ group_id: id }) => id ?? []));
  return wanted.flatMap(({ text, name, is_quoted }) => {
    const isNumber = (one: MilestoneDocument): boolean =>
      !is_quoted && one.project_id !== null && String(one.iid) === name;
    const milestone = found.find(isNumber) ?? found.find(({ title }) => title === name);
    if (!milestone) return [];
    const page = milestone.project_id === null ? groups.get(milestone.group_id ?? 0)?.web_url : stand.page;
    return [[text, { href: `${page ?? ''}/-/milestones/${milestone.iid}`, title: milestone.title }] as const];
  });
}

/** Commits of the project itself, with one call. */
async function commits({ deps, project, page, references }: Stand): Promise<Links> {
  const wanted = references.filter(({ kind, path }) => kind === 'commit' && path === null);
  if (wanted.length === 0 || !mayReadFeature(project, 'repository')) return [];
  const { commit_ids: ids } = await deps.clients.commitLines.listCommitIds({
    project_id: project.id,
    storage: project.storage,
    short_ids: wanted.map(({ name }) => name),
  });
  return wanted.flatMap(({ text, name }) => {
    const id = ids[name];
    return id === undefined ? [] : [[text, { href: `${page}/-/commit/${id}`, title: '' }] as const];
  });
}
