/**
 * Brings what is stored of a merge request to how its branches stand. Reads do it, and so does
 * whoever hears of a push.
 */
import type { MergeSettings } from '@forgemesh/proto/projects/v1/merge_settings';
import type { MergeSubject, PrepareMergeResponse } from '@forgemesh/proto/repository/v1/merge';
import { config } from '../../../config';
import type { Collaboration } from '../../../deps';
import { changeMergeRequest } from '../change-merge-request';
import { standingOf } from './compare-branches';
import type { MergeRequestDocument } from '../merge-request.model';
import { mergeSettingsOfOne, sidesOf } from '../merging/merge-settings';
import { markMerged, markUnmerged } from '../merging/settle-merge';

/** No merge is under way for so long: the process that began it is gone. */
const MAX_MERGE_MS = config.FORGE_EVENT_ACK_WAIT_SECONDS * 1_000;

/** A merge request and how its branches stand. */
export interface Standing {
  request: MergeRequestDocument;
  facts: PrepareMergeResponse;
}

/**
 * What decides about a merge: besides, how the target project merges; undefined where it is gone.
 */
export interface MergeStanding extends Standing {
  settings: MergeSettings | undefined;
}

/** Who asks, and what he wants to know besides. */
export interface RefreshOptions {
  /** Whose push made it necessary; null where that is not known. */
  actor: number | null;
  /**
   * The caller on the target project. Where nobody is named, neither rights nor the pipeline are
   * told.
   */
  subject?: MergeSubject;
  /** The caller on the source project, where his right to push there is wanted. */
  source_subject?: MergeSubject;
  count_diverged?: boolean;
}

/** Compares, and stores what changed. */
export async function refreshMergeRequest(
  deps: Collaboration,
  request: MergeRequestDocument,
  { actor, ...questions }: RefreshOptions,
): Promise<Standing> {
  const isOpen = request.state === 'opened' || request.state === 'locked';
  const isChecked = request.state === 'opened' && isSettled(request);
  const sides = await sidesOf(deps, request);
  const facts = await deps.clients.merges.prepareMerge(
    {
      ...sides,
      iid: request.iid,
      known_source_sha: isChecked ? (request.checked_source_sha ?? '') : '',
      known_target_sha: isChecked ? (request.checked_target_sha ?? '') : '',
      head_sha: request.pending_merge?.commit_sha ?? request.head_sha ?? '',
      tips_only: !isOpen,
      branches_only: questions.subject === undefined,
      ...questions,
    },
    { storage: sides.target.storage },
  );
  if (request.state === 'locked') return { request: await settleCrashed(deps, request, facts), facts };
  if (facts.unchanged) return { request, facts };
  const settings = await mergeSettingsOfOne(deps, request.project_id);
  const mover = facts.landed_sha === undefined ? facts.source_moved_by : facts.landed_by;
  const changed = await changeMergeRequest(deps, request._id, mover ?? actor, (current) =>
    // Who compares another target meanwhile knows better.
    current.target_branch === request.target_branch
      ? standingOf(current, facts, {
          actor: mover ?? actor,
          rewritten: facts.target_rewritten && current.checked_target_sha === request.checked_target_sha,
          only_ahead: settings !== undefined && settings.merge_method !== 'merge',
        })
      : null,
  );
  return { request: changed ?? request, facts };
}

/**
 * A merge takes a moment. One that is under way for longer was cut off: its branch tells whether it
 * came about.
 */
async function settleCrashed(
  deps: Collaboration,
  request: MergeRequestDocument,
  facts: PrepareMergeResponse,
): Promise<MergeRequestDocument> {
  const { at } = request.pending_merge ?? {};
  if (facts.landed_sha !== undefined) return (await markMerged(deps, request)) ?? request;
  if (at !== undefined && Date.now() - at.getTime() < MAX_MERGE_MS) return request;
  return (await markUnmerged(deps, request, 'Merge was interrupted. Please try again.')) ?? request;
}

function isSettled({ merge_status: status, checked_source_sha, checked_target_sha }: MergeRequestDocument): boolean {
  const isKnown = checked_source_sha !== null || checked_target_sha !== null;
  return isKnown && (status === 'can_be_merged' || status === 'cannot_be_merged');
}
