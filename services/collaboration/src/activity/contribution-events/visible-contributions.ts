/**
 * Which contribution events a caller may read: by project, area, confidentiality of the issue, and
 * visibility of the snippet.
 */
import type { Call } from '@forgemesh/rpc';
import { canReadFeature, openSnippetVisibilities, REPORTER } from '@forgemesh/access';
import type { RowCheck } from '@forgemesh/data';
import type { AuthorizedResource, ListAccessRequest } from '@forgemesh/proto/projects/v1/access';
import type { QueryFilter } from 'mongoose';
import { allOf, type Condition } from '#queries';
import { MAX_PROJECT_IDS, subjectOf } from '#access';
import type { ContributionArea, ContributionEventDocument } from './contribution-event.model';
import { isOnReadableSnippet, onReadableSnippets } from './snippet-contributions';
import type { ContributionEventsDeps } from './deps';

/** The caller's rights on a project. */
export type ProjectRights = Pick<AuthorizedResource, 'id' | 'level' | 'open' | 'features'>;

/** The part of a list of events that the caller may read. */
export interface VisibleContributions {
  /** Condition on the events. If `check` is set, rows must pass it too. */
  filter: Condition;
  check?: RowCheck<ContributionEventDocument> | undefined;
  /** The caller's rights on some projects; null for all rights on all projects. */
  rights: (projectIds: readonly number[]) => Promise<ReadonlyMap<number, ProjectRights>> | null;
}

/** The fields that decide who may read an event. */
const checkedFields = {
  project_id: 1,
  area: 1,
  confidential: 1,
  subject_type: 1,
  subject_id: 1,
  snippet_visibility: 1,
  snippet_author_id: 1,
} as const;

const areas: readonly ContributionArea[] = [
  'project',
  'issues',
  'merge_requests',
  'milestones',
  'repository',
  'snippets',
  'wiki',
];

/**
 * Whether a user with these rights on a project may read the events of an area. Confidential issues
 * and snippets have further rules.
 */
export function canReadArea(project: ProjectRights, area: ContributionArea): boolean {
  if (area === 'project') return true;
  return canReadFeature(project, area === 'milestones' ? 'planning' : area);
}

/** The events of the project named by the call that the caller may read. */
export async function visibleInProject(call: Call<ContributionEventsDeps>): Promise<VisibleContributions> {
  const project = call.resource('id');
  return {
    filter: await conditionOf(call, [project]),
    rights: () => Promise.resolve(new Map([[project.id, project]])),
  };
}

/** The events of a user that the caller may read. */
export async function visibleOfUser(
  call: Call<ContributionEventsDeps>,
  authorId: number,
): Promise<VisibleContributions> {
  if (call.user?.admin) return { filter: {}, rights: () => null };
  const ids = await call.deps.contributionEvents.distinct('project_id', { author_id: authorId });
  return visibleAmong(call, { project_ids: ids });
}

/** The events of all projects that the caller is a member of. */
export async function visibleOfMember(call: Call<ContributionEventsDeps>): Promise<VisibleContributions> {
  return visibleAmong(call, { member_only: true });
}

type AccessQuery = Partial<Pick<ListAccessRequest, 'project_ids' | 'member_only'>>;

async function visibleAmong(call: Call<ContributionEventsDeps>, query: AccessQuery): Promise<VisibleContributions> {
  const { project_ids: named } = query;
  const rights = (ids: readonly number[]) => rightsAmong(call, query, ids);
  if (named && named.length <= MAX_PROJECT_IDS) {
    const projects = await rights(named);
    return { filter: await conditionOf(call, [...projects.values()]), rights };
  }
  if (!named) {
    const { projects, has_more } = await fetchAccess(call, { ...query, limit: MAX_PROJECT_IDS });
    if (!has_more) return { filter: await conditionOf(call, projects), rights };
  }
  // Thousands of ids slow the query by seconds: the rows found are checked instead.
  const check: RowCheck<ContributionEventDocument> = {
    key: JSON.stringify(['contributions', subjectOf(call), query.member_only ?? false]),
    fields: checkedFields,
    pick: async (rows) => {
      const [rightsById, own] = await Promise.all([rights(rows.map(({ project_id: id }) => id)), involvedIssues(call)]);
      return rows.filter((row) => {
        const project = rightsById.get(row.project_id);
        if (!project || !canReadArea(project, row.area)) return false;
        if (!isOnReadableSnippet({ user: call.user, level: project.level }, row)) return false;
        return !row.confidential || project.level >= REPORTER || own.includes(row.subject_id ?? 0);
      });
    },
    toFilter: async () => {
      const { projects } = await fetchAccess(call, query);
      return (await conditionOf(call, projects)) as QueryFilter<ContributionEventDocument>;
    },
  };
  return { filter: {}, check, rights };
}

async function rightsAmong(
  call: Call<ContributionEventsDeps>,
  { member_only = false }: AccessQuery,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProjectRights>> {
  if (ids.length === 0) return new Map();
  const { projects } = await fetchAccess(call, { project_ids: [...new Set(ids)], member_only });
  return new Map(projects.map((project) => [project.id, project]));
}

function fetchAccess(call: Call<ContributionEventsDeps>, query: Partial<ListAccessRequest>) {
  return call.deps.clients.access.listAccess({ ...query, subject: subjectOf(call) });
}

/**
 * The condition on events of some projects. Projects on which the caller has the same rights share
 * one part of it.
 */
async function conditionOf(call: Call<ContributionEventsDeps>, projects: readonly ProjectRights[]): Promise<Condition> {
  const groups = new Map<string, { readable: ContributionArea[]; isReporter: boolean; level: number; ids: number[] }>();
  for (const project of projects) {
    const readable = areas.filter((area) => canReadArea(project, area));
    const { level } = project;
    const isReporter = level >= REPORTER;
    const snippets = openSnippetVisibilities({ user: call.user, level });
    const key = [isReporter, snippets.length, ...readable].join();
    const group = groups.get(key) ?? { readable, isReporter, level, ids: [] };
    group.ids.push(project.id);
    groups.set(key, group);
  }
  const own = [...groups.values()].some(({ isReporter }) => !isReporter) ? await involvedIssues(call) : [];
  const parts = [...groups.values()].map(({ readable, isReporter, level, ids }) =>
    allOf([
      { project_id: ids.length === 1 ? ids[0] : { $in: ids } },
      readable.length === areas.length ? {} : { area: { $in: readable } },
      isReporter ? {} : notHidden(own),
      readable.includes('snippets') ? onReadableSnippets({ user: call.user, level }) : {},
    ]),
  );
  if (parts.length === 0) return { _id: { $in: [] } };
  return parts.length === 1 ? (parts[0] as Condition) : { $or: parts };
}

function notHidden(own: readonly number[]): Condition {
  const open = { confidential: { $ne: true } };
  return own.length === 0 ? open : { $or: [open, { subject_type: 'Issue', subject_id: { $in: [...own] } }] };
}

/** Ids of the confidential issues that the caller wrote or is assigned to. */
async function involvedIssues({ deps, user }: Call<ContributionEventsDeps>): Promise<number[]> {
  if (!user) return [];
  const isInvolved = { $or: [{ author_id: user.id }, { assignee_ids: user.id }] };
  return deps.items.issues.model.distinct('_id', { ...isInvolved, confidential: true });
}
