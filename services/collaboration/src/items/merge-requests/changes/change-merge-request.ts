/**
 * Changes merge requests: the document, its events, and the notes and versions that record the
 * change.
 */
import { randomUUID } from 'node:crypto';
import { changesOf, isDuplicateKey, searchFields } from '@forgemesh/data';
import { ConflictError } from '@forgemesh/errors';
import { descriptionChange, type RecordableEvent, type SpentTimeChange } from '#items/shared';
import { tryCloseIssues } from '../closing-issues';
import { addDiffVersion, dropOldFiles, type NewVersion } from '../diffs/diff-versions';
import { type MergeRequestDocument, openKeyOf, type Review } from '#items/model';
import {
  mergeRequestTexts,
  type AutoMergeChange,
  type MergeRequestChanges,
  type PushedCommits,
} from '../merge-request-texts';
import type { MergeRequestChangesDeps } from '../deps';

/** The fields that changes may set. */
export type MergeRequestFields = Omit<MergeRequestDocument, '_id' | 'version' | 'search_text' | 'open_key'>;

/** New values of some fields. */
export type MergeRequestSet = Partial<MergeRequestFields>;

/** A change, with the additional facts for its events. */
export interface MergeRequestChange extends SpentTimeChange {
  set: MergeRequestSet;
  /** The new version, if the commits changed. */
  version?: NewVersion;
  pushed?: PushedCommits;
  /** Name of the source branch, if its removal closed the request. */
  deleted_branch?: string;
  /** Whether it is merged by a user's request and not by a push. */
  accepted?: boolean;
  /** Id of the pushed commit that marked it as work in progress. */
  wip_commit?: string;
  auto_merge?: AutoMergeChange;
  /** Whether the branches conflict from now on. */
  unmergeable?: boolean;
  /** Reviewers who are asked for another review. */
  review_requested_ids?: number[];
  /** The review that a reviewer finished. */
  review?: { user_id: number; state: 'reviewed' | 'requested_changes' };
}

/** An event of a merge request. */
export interface RecordedEvent extends RecordableEvent<MergeRequestChanges> {
  type: `collaboration.merge_request.${'created' | 'updated' | 'closed' | 'reopened' | 'merged'}`;
}

/** Fields whose changes are published; all others follow from them or from the branches. */
const publishedFields = [
  ...(['title', 'description', 'assignee_ids', 'label_ids', 'milestone_id', 'discussion_locked'] as const),
  ...(['target_branch', 'time_estimate', 'total_time_spent', 'squash', 'merge_params'] as const),
  ...(['allow_collaboration', 'merge_when_pipeline_succeeds', 'reviewer_ids'] as const),
];

/**
 * Computes a change from the current request and applies it; `compute` returns null for no change.
 * Returns the changed request, or null if it does not exist. The notes and versions are written
 * before this resolves. Throws ConflictError if another open request has the same branches.
 */
export async function changeMergeRequest(
  deps: MergeRequestChangesDeps,
  id: number,
  actor: number | null,
  compute: (request: MergeRequestDocument) => MergeRequestChange | null,
): Promise<MergeRequestDocument | null> {
  let events: RecordedEvent[] = [];
  try {
    const changed = await deps.items.mergeRequests.mutate(id, (request) => {
      const change = withReviews(request, compute(request));
      events = change ? eventsOf(request, change, actor) : [];
      if (
        !change ||
        (events.length === 0 && Object.keys(changesOf<MergeRequestFields>(request, change.set)).length === 0)
      )
        return null;
      const after = { ...request, ...change.set };
      const texts = { ...searchFields(after.title, after.description), open_key: openKeyOf(after) };
      const isPublished = events.some(({ changes = {} }) =>
        Object.keys(changes).some((name) => name !== 'unmergeable'),
      );
      return { set: { ...(isPublished && { updated_at: new Date() }), ...change.set, ...texts }, events };
    });
    if (changed) for (const event of events) await recordMergeRequestChange(deps, changed, event);
    if (changed) await tryCloseIssues(deps, changed._id, events);
    return changed;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new ConflictError(['Another open merge request already exists for this source branch']);
  }
}

/** Keeps the states of reviews for new reviewers only. */
function withReviews(
  { reviews = [], reviewer_ids: former = [] }: MergeRequestDocument,
  change: MergeRequestChange | null,
): MergeRequestChange | null {
  const reviewerIds = change?.set.reviewer_ids;
  if (!change || !reviewerIds || change.set.reviews) return change;
  const at = new Date();
  const kept = reviews.filter(({ user_id: id }) => reviewerIds.includes(id));
  const added = reviewerIds.filter((id) => !former.includes(id) && !kept.some(({ user_id }) => user_id === id));
  const next = added.map((user_id): Review => ({ user_id, state: 'unreviewed', created_at: at, changed_at: at }));
  return { ...change, set: { ...change.set, reviews: [...kept, ...next] } };
}

/** Writes the notes, resource events and version of one event of a merge request. Idempotent. */
export async function recordMergeRequestChange(
  deps: MergeRequestChangesDeps,
  request: Pick<MergeRequestDocument, '_id' | 'iid' | 'project_id'>,
  event: RecordedEvent,
): Promise<void> {
  const { version, ...changes } = event.changes ?? {};
  const at = event.at ?? new Date();
  if (version) await addDiffVersion(deps, request, version, { at: event.at });
  if (event.type === 'collaboration.merge_request.merged') await dropOldFiles(deps, request._id);
  const target = { type: 'MergeRequest', id: request._id, project_id: request.project_id, group_id: null } as const;
  await deps.history.recordResourceEvents(target, event);
  const texts = await mergeRequestTexts(deps, request, changes);
  await deps.history.addNotes(target, { event_id: event.id, actor: event.actor ?? 0, at, texts });
}

/** The fields, with the default of those that earlier releases lack. */
type ComparedFields = MergeRequestFields & Required<Pick<MergeRequestFields, 'reviewer_ids'>>;

/** One event for the state, and one for all other changes. */
function eventsOf(request: MergeRequestDocument, change: MergeRequestChange, actor: number | null): RecordedEvent[] {
  const { set, deleted_branch, accepted, ...details } = change;
  const changes = changesOf<ComparedFields>({ ...request, reviewer_ids: request.reviewer_ids ?? [] }, set);
  const events: RecordedEvent[] = [];
  const { state } = changes;
  const type = stateEvent(state);
  if (type !== undefined) {
    const cause = { ...(deleted_branch !== undefined && { deleted_branch }), ...(accepted && { accepted }) };
    const facts = { state, ...cause };
    events.push({ id: randomUUID(), type: `collaboration.merge_request.${type}`, actor, changes: facts });
  }
  const { description, ...fields } = publishedChanges(changes);
  const others: MergeRequestChanges = {
    ...fields,
    ...(description && { description: descriptionChange(description.from, description.to) }),
    ...details,
  };
  if (Object.keys(others).length > 0)
    events.push({ id: randomUUID(), type: 'collaboration.merge_request.updated', actor, changes: others });
  return events;
}

function publishedChanges<Changes extends object>(
  changes: Changes,
): Pick<Changes, keyof Changes & (typeof publishedFields)[number]> {
  const isPublished = (name: string): boolean => publishedFields.some((one) => one === name);
  return Object.fromEntries(Object.entries(changes).filter(([name]) => isPublished(name))) as Changes;
}

/** `locked` is a transient state, for which no event is published. */
function stateEvent(state: { from: string; to: string } | undefined): 'reopened' | 'closed' | 'merged' | undefined {
  if (state?.to === 'opened') return state.from === 'closed' ? 'reopened' : undefined;
  return state?.to === 'closed' || state?.to === 'merged' ? state.to : undefined;
}
