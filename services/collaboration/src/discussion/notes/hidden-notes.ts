/**
 * Hides system notes from callers who may not read the object that mentioned or closed the target.
 */
import type { Call } from '@forgemesh/rpc';
import { canReadFeature } from '@forgemesh/access';
import { ReferenceKind, type AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { type AccessDeps, canReadIssue, rightsOn, subjectOf } from '#access';
import type { IssueDocument, ModelDeps } from '#items/model';
import type { NoteDocument } from './note.model';
import type { Mentioner } from '#items/shared';
import type { ReferencesDeps } from '#items/references';

type Row = Pick<NoteDocument, '_id' | 'mentioner'>;

/**
 * Ids of the notes that the caller may not see. Costs one call and one query, and none if no note
 * has a mentioner.
 */
export async function findHiddenNotes(
  call: Call<Pick<ReferencesDeps, 'clients' | 'items'>>,
  notes: readonly Row[],
): Promise<ReadonlySet<number>> {
  const mentioners = notes.flatMap(({ mentioner }) => mentioner ?? []);
  if (mentioners.length === 0) return new Set();
  const [rights, issues] = await Promise.all([rightsOnMentioners(call, mentioners), readIssues(call, mentioners)]);
  const isReadable = (mentioner: Mentioner): boolean => {
    const resource = rights.get(ownerKeyOf(mentioner));
    if (!resource) return false;
    const issue = issues.get(mentioner.id);
    return canReadMentioner(mentioner, resource) && (mentioner.type !== 'Issue' || isOpen(call, issue, resource));
  };
  const hidden = notes.filter(({ mentioner }) => mentioner && !isReadable(mentioner));
  return new Set(hidden.map(({ _id: id }) => id));
}

/**
 * Whether a user with these rights on the mentioner's project or group may read it. Does not check
 * whether an issue is confidential.
 */
export function canReadMentioner({ type }: Mentioner, resource: AuthorizedResource): boolean {
  if (type === 'Epic') return true;
  const features = { Issue: 'issues', MergeRequest: 'merge_requests', Commit: 'repository' } as const;
  return canReadFeature(resource, features[type]);
}

function isOpen({ user }: Call<unknown>, issue: IssueDocument | undefined, { level }: AuthorizedResource): boolean {
  return issue !== undefined && canReadIssue(issue, level, user);
}

function ownerKeyOf({ project_id, group_id }: Mentioner): string {
  return project_id === null ? `group ${group_id}` : `project ${project_id}`;
}

async function rightsOnMentioners(
  call: Call<Pick<AccessDeps, 'clients'>>,
  mentioners: readonly Mentioner[],
): Promise<ReadonlyMap<string, AuthorizedResource>> {
  const requested = new Map(
    mentioners.map((mentioner) => {
      const { project_id, group_id } = mentioner;
      const isGroup = project_id === null;
      const kind = isGroup ? ReferenceKind.REFERENCE_KIND_GROUP : ReferenceKind.REFERENCE_KIND_PROJECT;
      return [ownerKeyOf(mentioner), { kind, ref: String(isGroup ? group_id : project_id) }] as const;
    }),
  );
  const rights = await rightsOn(call.deps, subjectOf(call), [...requested.values()]);
  return new Map(
    [...requested].flatMap(([key, reference]) => {
      const resource = rights.get(reference);
      return resource ? [[key, resource] as const] : [];
    }),
  );
}

async function readIssues(
  { deps }: Call<ModelDeps>,
  mentioners: readonly Mentioner[],
): Promise<ReadonlyMap<number, IssueDocument>> {
  const ids = mentioners.filter(({ type }) => type === 'Issue').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const issues = await deps.items.issues.model
    .find({ _id: { $in: ids } }, { author_id: 1, assignee_ids: 1, confidential: 1 })
    .lean<IssueDocument[]>();
  return new Map(issues.map((issue) => [issue._id, issue]));
}
