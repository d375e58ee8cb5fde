/** Serializes pipelines of external systems and their statuses in project archives. */
import type { UntrustedRecord } from '@forgemesh/data';
import { digestOf } from '#content';
import {
  type CommitStatusDocument,
  type CommitStatusState,
  type PipelineDocument,
  summarizeStatuses,
} from '#ci/pipelines';
import { isFinal } from '#ci/statuses';

/** Maximum number of statuses per pipeline in an archive. */
export const MAX_STATUSES = 5000;
const MAX_STAGES = 1000;
const EXTERNAL_STAGE = 'external';

/**
 * States of statuses in archives. Unfinished jobs count as canceled, because they never run here.
 */
const states: Record<string, CommitStatusState> = {
  pending: 'pending',
  running: 'running',
  success: 'success',
  failed: 'failed',
  canceled: 'canceled',
  created: 'canceled',
  preparing: 'canceled',
  waiting_for_resource: 'canceled',
  canceling: 'canceled',
  skipped: 'canceled',
  manual: 'canceled',
  scheduled: 'canceled',
  waiting_for_callback: 'canceled',
};

/** Lists of a stage: one in older archives, one for each kind of status in newer ones. */
const statusLists = ['statuses', 'builds', 'bridges', 'generic_commit_statuses'];

type AuthorOf = (id: number | null) => number;

/** A pipeline as an archive entry. */
export function pipelineRow(pipeline: PipelineDocument, statuses: readonly CommitStatusDocument[]): object {
  const { sha, ref, tag, status, user_id, started_at, finished_at, created_at, updated_at } = pipeline;
  const all = statuses.map(statusRow);
  return {
    sha,
    ref,
    tag,
    status,
    user_id,
    source: 'external',
    started_at,
    finished_at,
    created_at,
    updated_at,
    stages: all.length === 0 ? [] : [{ name: EXTERNAL_STAGE, position: 0, statuses: all }],
  };
}

function statusRow(status: CommitStatusDocument): object {
  const { name, stage, ref, user_id, target_url, description, coverage, failure_reason } = status;
  const { created_at, started_at, finished_at } = status;
  return {
    type: 'GenericCommitStatus',
    status: status.status,
    name,
    stage,
    ref,
    user_id,
    target_url,
    description,
    coverage,
    failure_reason,
    created_at,
    started_at,
    finished_at,
  };
}

/** Fields of a status before its pipeline is stored. */
export type RestoredStatus = Omit<CommitStatusDocument, '_id' | 'version' | 'project_id' | 'pipeline_id'>;

/**
 * The fields of a pipeline, computed from its statuses, and the statuses. Null for a pipeline
 * without commit, which would never be visible.
 */
export function restorePipeline(row: UntrustedRecord, authorOf: AuthorOf) {
  const sha = row.optionalSha('sha');
  if (sha === null) return null;
  const ref = row.text('ref', 255);
  const created_at = row.date('created_at');
  const entries = row
    .rows('stages', MAX_STAGES)
    .flatMap((stage) => statusLists.flatMap((name) => stage.rows(name, MAX_STATUSES)));
  if (entries.length > MAX_STATUSES) throw row.problem('stages');
  const statuses = withLatest(entries.map((entry) => restoreStatus(entry, { sha, ref, authorOf })));
  const pipeline = {
    sha,
    ref,
    tag: row.flag('tag'),
    user_id: authorOf(row.optionalNumber('user_id')),
    ...summarizeStatuses(statuses.filter(({ is_latest }) => is_latest)),
    created_at,
    updated_at: row.optionalDate('updated_at') ?? created_at,
  };
  return { pipeline, statuses };
}

function restoreStatus(
  row: UntrustedRecord,
  { sha, ref, authorOf }: { sha: string; ref: string; authorOf: AuthorOf },
): RestoredStatus {
  const state = row.text('status', 50);
  const status = Object.hasOwn(states, state) ? states[state] : undefined;
  if (status === undefined) throw row.problem('status');
  const coverage = row.optionalDecimal('coverage');
  if (coverage !== null && (coverage < 0 || coverage > 100)) throw row.problem('coverage');
  const target_url = row.optionalText('target_url', 2048);
  if (target_url !== null && !/^https?:\/\//i.test(target_url)) throw row.problem('target_url');
  return {
    sha,
    ref: row.optionalText('ref', 255) || ref,
    name: row.text('name', 255),
    status,
    coverage,
    target_url,
    stage: row.optionalText('stage', 255) || EXTERNAL_STAGE,
    user_id: authorOf(row.optionalNumber('user_id')),
    description: row.optionalText('description', 10_000),
    failure_reason: status === 'failed' ? 'api_failure' : null,
    created_at: row.date('created_at'),
    started_at: row.optionalDate('started_at'),
    finished_at: row.optionalDate('finished_at'),
    is_latest: false,
  };
}

/** Marks the last status of each name as the latest. */
function withLatest(statuses: RestoredStatus[]): RestoredStatus[] {
  const last = new Map(statuses.map((status) => [status.name, status]));
  return statuses.map((status) => ({ ...status, is_latest: last.get(status.name) === status }));
}

/** A status of a stored pipeline; its author can update it if it is open. */
export function statusOf(
  status: RestoredStatus,
  { project_id, pipeline_id }: { project_id: number; pipeline_id: number },
) {
  const isOpen = status.is_latest && !isFinal(status.status);
  const open_key = digestOf([pipeline_id, status.user_id, status.ref, status.name]);
  return { ...status, project_id, pipeline_id, ...(isOpen && { open_key }) };
}
