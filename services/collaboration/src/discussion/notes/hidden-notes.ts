/**
 * Hides system notes from callers who may not read the object that mentioned or closed the target.
 */
import { ReferenceKind, type AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { rightsOn } from '../../access/authorize';
import type { IssueDocument } from '../../items/issues/issue.model';
import type { CollaborationCall } from '../../operation';
import { mayReadFeature, mayReadIssue } from '../../access/policy';
import { subjectOf } from '../../access/readable';
import type { Mentioner, NoteDocument } from './note.model';

type Row = Pick<NoteDocument, '_id' | 'mentioner'>;

/**
 * Ids of the notes that the caller may not see. Costs one call and one query, and none if no note
 * has a mentioner.
 */
export async function hiddenAmong(call: CollaborationCall, notes: readonly Row[]): Promise<ReadonlySet<number>> {
  const mentioners = notes.flatMap(({ mentioner }) => mentioner ?? []);
  if (mentioners.length === 0) return new Set();
  const [rights, issues] = await Promise.all([rightsAround(call, mentioners), readIssues(call, mentioners)]);
  const isReadable = (mentioner: Mentioner): boolean => {
    const place = rights.get(placeOf(mentioner));
    if (!place) return false;
    const issue = issues.get(mentioner.id);
    return mayReadMentioner(mentioner, place) && (mentioner.type !== 'Issue' || isOpen(call, issue, place));
  };
  const hidden = notes.filter(({ mentioner }) => mentioner && !isReadable(mentioner));
  return new Set(hidden.map(({ _id: id }) => id));
}

/**
 * Whether a user with these rights on the mentioner's project or group may read it. Does not check
 * whether an issue is confidential.
 */
export function mayReadMentioner({ type }: Mentioner, place: AuthorizedResource): boolean {
  if (type === 'Epic') return true;
  const features = { Issue: 'issues', MergeRequest: 'merge_requests', Commit: 'repository' } as const;
  return mayReadFeature(place, features[type]);
}

function isOpen({ user }: CollaborationCall, issue: IssueDocument | undefined, { level }: AuthorizedResource): boolean {
  return issue !== undefined && mayReadIssue(issue, level, user);
}

function placeOf({ project_id, group_id }: Mentioner): string {
  return project_id === null ? `group ${group_id}` : `project ${project_id}`;
}

async function rightsAround(
  call: CollaborationCall,
  mentioners: readonly Mentioner[],
): Promise<ReadonlyMap<string, AuthorizedResource>> {
  const asked = new Map(
    mentioners.map((mentioner) => {
      const { project_id, group_id } = mentioner;
      const isGroup = project_id === null;
      const kind = isGroup ? ReferenceKind.REFERENCE_KIND_GROUP : ReferenceKind.REFERENCE_KIND_PROJECT;
      return [placeOf(mentioner), { kind, ref: String(isGroup ? group_id : project_id) }] as const;
    }),
  );
  const rights = await rightsOn(call.deps, subjectOf(call), [...asked.values()]);
  return new Map(
    [...asked].flatMap(([key, reference]) => {
      const place = rights.get(reference);
      return place ? [[key, place] as const] : [];
    }),
  );
}

async function readIssues(
  { deps }: CollaborationCall,
  mentioners: readonly Mentioner[],
): Promise<ReadonlyMap<number, IssueDocument>> {
  const ids = mentioners.filter(({ type }) => type === 'Issue').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const issues = await deps.issues.model
    .find({ _id: { $in: ids } }, { author_id: 1, assignee_ids: 1, confidential: 1 })
    .lean<IssueDocument[]>();
  return new Map(issues.map((issue) => [issue._id, issue]));
}
