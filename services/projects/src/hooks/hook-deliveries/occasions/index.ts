/** Which events are occasions for hooks. */
import type { EventType, ForgeEvent } from '@forgemesh/events';
import type { Projects } from '../../../deps';
import type { HookOccasion } from '../queue-occasion';
import { issueOccasions } from './issue-occasions';
import { approvalOccasions, mergeRequestOccasions } from './merge-request-occasions';
import { noteOccasions } from './note-occasions';
import { jobOccasions, pipelineOccasions } from './pipeline-occasions';
import { pushOccasions } from './push-occasions';
import { systemOccasions } from './system-occasions';
import { wikiOccasions } from './wiki-occasions';

/** Declared as a method: each function takes the events of the types that it is listed for. */
type OccasionsOf = { of(deps: Projects, event: ForgeEvent): HookOccasion[] | Promise<HookOccasion[]> }['of'];

/** What each event is to hooks. */
const table = {
  'repository.push.received': pushOccasions,
  'repository.wiki_push.received': wikiOccasions,
  'repository.pipeline.updated': pipelineOccasions,
  'repository.commit_status.updated': jobOccasions,
  'collaboration.issue.created': issueOccasions,
  'collaboration.issue.updated': issueOccasions,
  'collaboration.issue.closed': issueOccasions,
  'collaboration.issue.reopened': issueOccasions,
  'collaboration.merge_request.created': mergeRequestOccasions,
  'collaboration.merge_request.updated': mergeRequestOccasions,
  'collaboration.merge_request.closed': mergeRequestOccasions,
  'collaboration.merge_request.reopened': mergeRequestOccasions,
  'collaboration.merge_request.merged': mergeRequestOccasions,
  'collaboration.note.created': noteOccasions,
  'approvals.merge_request.approved': approvalOccasions,
  'approvals.merge_request.unapproved': approvalOccasions,
  ...systemOccasions,
} as const satisfies Partial<Record<EventType, OccasionsOf>>;

/** Types of events that may trigger hooks. */
export type HookEventType = keyof typeof table;

export const occasionsByType: Record<HookEventType, OccasionsOf> = table;
