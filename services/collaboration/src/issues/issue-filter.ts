/** Which issues a list shows its caller. */
import type { Parameters } from '@forgemesh/kit';
import type { IssueFilter } from '@forgemesh/proto/collaboration/v1/issue';
import { allOf, itemConditions, type Condition } from '../items/item-filter';
import { groupPlace, projectPlace } from '../labels/label-place';
import type { CollaborationCall } from '../operation';
import { REPORTER } from '../policy';
import { readableProjects } from '../readable';

/** Filter of a list of issues, as a request carries it. */
export type IssueFilterRequest = Partial<Parameters<IssueFilter>>;

/** Issues of the project that a call names. */
export async function projectIssues(call: CollaborationCall, filter: IssueFilterRequest = {}): Promise<Condition> {
  const { id, level } = call.resource('id');
  const visible = level >= REPORTER ? {} : openTo(call, []);
  return allOf([{ project_id: id }, visible, ...(await conditions(call, filter, projectPlace(call)))]);
}

/** Issues of the group that a call names and of the groups inside. */
export async function groupIssues(call: CollaborationCall, filter: IssueFilterRequest = {}): Promise<Condition> {
  const { id } = call.resource('id');
  return allOf([await readable(call, id), ...(await conditions(call, filter, groupPlace(call)))]);
}

/** Issues of all projects; the caller's own where no scope is named. */
export async function allIssues(call: CollaborationCall, filter: IssueFilterRequest = {}): Promise<Condition> {
  const scoped = { ...filter, scope: filter.scope ?? 'created_by_me' };
  return allOf([await readable(call), ...(await conditions(call, scoped, undefined))]);
}

async function conditions(
  call: CollaborationCall,
  filter: IssueFilterRequest,
  place: ReturnType<typeof projectPlace> | undefined,
): Promise<Condition[]> {
  const { state, weight, confidential } = filter;
  return [
    ...(await itemConditions(call, filter, { type: 'Issue', place })),
    ...(state === undefined || state === 'all' ? [] : [{ state }]),
    ...(confidential === undefined ? [] : [{ confidential }]),
    ...(weight === undefined || call.context.tier < 1 ? [] : [{ weight: weightCondition(weight) }]),
  ];
}

function weightCondition(weight: string): unknown {
  if (weight === 'None') return null;
  return weight === 'Any' ? { $ne: null } : Number(weight);
}

/** What the caller may read over many projects: of confidential issues those of projects that he reports to, and his own. */
async function readable(call: CollaborationCall, groupId?: number): Promise<Condition> {
  const { everything, levels } = await readableProjects(call, 'issues', groupId);
  if (everything) return {};
  const reported = [...levels].filter(([, level]) => level >= REPORTER).map(([id]) => id);
  return allOf([
    { project_id: { $in: [...levels.keys()] } },
    reported.length === levels.size ? {} : openTo(call, reported),
  ]);
}

function openTo({ user }: CollaborationCall, reported: readonly number[]): Condition {
  const own = user ? [{ author_id: user.id }, { assignee_ids: user.id }] : [];
  return {
    $or: [{ confidential: false }, ...own, ...(reported.length > 0 ? [{ project_id: { $in: [...reported] } }] : [])],
  };
}
