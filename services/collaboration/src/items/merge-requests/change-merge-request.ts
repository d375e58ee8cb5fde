/** Changes merge requests: the document, the events that tell of it, and the notes and versions that record it. */
import { randomUUID } from 'node:crypto';
import { changesOf, isDuplicateKey, searchFields, type NewEvent } from '@forgemesh/data';
import { ConflictError } from '@forgemesh/errors';
import { descriptionChange } from '../shared/item-events';
import type { SpentNews } from '../shared/time-tracking';
import { addSystemNotes } from '../../discussion/notes/system-notes';
import { recordResourceEvents } from '../../activity/resource-events/record-resource-events';
import type { Collaboration } from '../../deps';
import { closeAtOnce } from './closing-issues';
import { addDiffVersion, dropOldFiles, type NewVersion } from './diff-versions';
import { openKeyOf, type MergeRequestDocument } from './merge-request.model';
import {
  mergeRequestTexts,
  type AutoMergeNews,
  type MergeRequestChanges,
  type PushedCommits,
} from './merge-request-texts';

/** New values of some fields. */
export type MergeRequestSet = Partial<
  Omit<MergeRequestDocument, '_id' | 'version' | 'search_text' | 'search_trigrams' | 'open_key'>
>;

/** A change and what it says besides the fields. */
export interface MergeRequestChange extends SpentNews {
  set: MergeRequestSet;
  /** The commits changed. */
  version?: NewVersion;
  pushed?: PushedCommits;
  /** Source branch whose removal closed the request. */
  deleted_branch?: string;
  /** It is merged because somebody accepted it, and not by a push. */
  accepted?: boolean;
  /** The pushed commit that made work in progress of it. */
  wip_commit?: string;
  auto_merge?: AutoMergeNews;
  /** Both sides change the same since now. */
  unmergeable?: boolean;
}

/** What events of a merge request tell besides its fields. */
export type RecordedChanges = MergeRequestChanges & { version?: NewVersion };

type RecordedEvent = NewEvent & { id: string };

/** Fields that are worth telling of; all others follow from them or from the branches. */
const told = new Set([
  ...['title', 'description', 'assignee_ids', 'label_ids', 'milestone_id', 'discussion_locked', 'target_branch'],
  ...['time_estimate', 'total_time_spent', 'squash', 'merge_params', 'allow_collaboration'],
  ...['merge_when_pipeline_succeeds'],
]);

/**
 * Computes a change from the request as it is and makes it; null from `compute` is nothing to do. Returns the request afterwards, or null
 * where it is gone. What records the change is written before this resolves. Throws ConflictError where another open request has the
 * same branches.
 */
export async function changeMergeRequest(
  deps: Collaboration,
  id: number,
  actor: number | null,
  compute: (request: MergeRequestDocument) => MergeRequestChange | null,
): Promise<MergeRequestDocument | null> {
  let events: RecordedEvent[] = [];
  try {
    const changed = await deps.mergeRequests.mutate(id, (request) => {
      const change = compute(request);
      events = change ? eventsOf(request, change, actor) : [];
      if (!change || (events.length === 0 && Object.keys(changesOf<MergeRequestSet>(request, change.set)).length === 0))
        return null;
      const after = { ...request, ...change.set };
      const texts = { ...searchFields(after.title, after.description), open_key: openKeyOf(after) };
      const isTold = events.some(({ changes = {} }) => Object.keys(changes).some((name) => name !== 'unmergeable'));
      return { set: { ...(isTold && { updated_at: new Date() }), ...change.set, ...texts }, events };
    });
    if (changed) for (const event of events) await recordMergeRequestChange(deps, changed, event);
    if (changed) await closeAtOnce(deps, changed._id, events);
    return changed;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new ConflictError(['Another open merge request already exists for this source branch']);
  }
}

/** Writes the notes, resource events and version of one event of a merge request. Safe to repeat. */
export async function recordMergeRequestChange(
  deps: Collaboration,
  request: Pick<MergeRequestDocument, '_id' | 'iid' | 'project_id'>,
  event: RecordedEvent & { at?: Date },
): Promise<void> {
  const { version, ...changes } = (event.changes ?? {}) as RecordedChanges;
  const at = event.at ?? new Date();
  if (version) await addDiffVersion(deps, request, version, { at: event.at });
  if (event.type === 'collaboration.merge_request.merged') await dropOldFiles(deps, request._id);
  const target = { type: 'MergeRequest', id: request._id, project_id: request.project_id, group_id: null } as const;
  await recordResourceEvents(deps, target, event);
  const texts = await mergeRequestTexts(deps, request, changes);
  await addSystemNotes(deps, target, { event_id: event.id, actor: event.actor ?? 0, at, texts });
}

/** One event for the state, and one for all else. */
function eventsOf(request: MergeRequestDocument, change: MergeRequestChange, actor: number | null): RecordedEvent[] {
  const { set, deleted_branch, accepted, ...besides } = change;
  const changes = changesOf<MergeRequestSet>(request, set);
  const events: RecordedEvent[] = [];
  const type = stateEvent(changes['state'] as { from: string; to: string } | undefined);
  if (type !== undefined) {
    const why = { ...(deleted_branch !== undefined && { deleted_branch }), ...(accepted && { accepted }) };
    const facts = { state: changes['state'], ...why };
    events.push({ id: randomUUID(), type: `collaboration.merge_request.${type}`, actor, changes: facts });
  }
  const others: Record<string, unknown> = Object.fromEntries(
    Object.entries(changes).filter(([name]) => told.has(name)),
  );
  if (changes['description']) {
    const { description: to = null } = set;
    const { description: from } = request;
    others['description'] = descriptionChange(from, to);
  }
  Object.assign(others, besides);
  if (Object.keys(others).length > 0)
    events.push({ id: randomUUID(), type: 'collaboration.merge_request.updated', actor, changes: others });
  return events;
}

/** Being locked is a matter of a moment, which nobody is told of. */
function stateEvent(state: { from: string; to: string } | undefined): 'reopened' | 'closed' | 'merged' | undefined {
  if (state?.to === 'opened') return state.from === 'closed' ? 'reopened' : undefined;
  return state?.to === 'closed' || state?.to === 'merged' ? state.to : undefined;
}
