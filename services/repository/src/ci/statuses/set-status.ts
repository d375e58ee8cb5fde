/**
 * Writes a status. Only a pending or running status of the same pipeline, name, ref and user is
 * moved on; else a new one is added. Of two clients at once one is first, and the other is told
 * what that leaves him.
 */
import { isDuplicateKey, type NewEvent } from '@forgemesh/data';
import { UnavailableError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { digestOf } from '../../content/digest';
import type { PipelineDocument } from '../pipelines/pipeline.model';
import type { Repositories } from '../../deps';
import type { CommitStatusDocument, CommitStatusState } from './commit-status.model';
import { isFinal, takeStep } from './status-steps';

const RACES = 10;
/** Stage of all that external systems tell. */
const EXTERNAL_STAGE = 'external';

/** A status as it is asked for; what is undefined stays as it is. */
export interface WantedStatus {
  state: CommitStatusState;
  ref: string;
  name: string;
  target_url: string | undefined;
  description: string | undefined;
  coverage: number | undefined;
}

/**
 * Writes a status and returns it. Throws BadRequestError where the open status does not allow the
 * step.
 */
export async function setStatus(
  call: Call<Repositories>,
  pipeline: PipelineDocument,
  wanted: WantedStatus,
): Promise<CommitStatusDocument> {
  const { model } = call.deps.commitStatuses;
  const key = digestOf([pipeline._id, call.principal.id, wanted.ref, wanted.name]);
  for (let race = 0; race < RACES; race++) {
    const open = await model.findOne({ open_key: key }).lean<CommitStatusDocument>();
    // A repeated write is told what its first try did. Asked after the open status, which that try
    // may be changing at this moment.
    const earlier = call.operationId && (await model.findOne({ written_by: call.operationId }).lean());
    if (earlier) return earlier;
    const written = open ? await moveOn(call, open, wanted) : await add(call, pipeline, wanted, key);
    if (written) return written;
  }
  throw new UnavailableError('The status changes too quickly, try again');
}

/** Null where somebody else was quicker. */
function moveOn(
  call: Call<Repositories>,
  open: CommitStatusDocument,
  wanted: WantedStatus,
): Promise<CommitStatusDocument | null> {
  return call.deps.commitStatuses.change(open, {
    set: { ...takeStep(open.status, wanted.state, open, new Date()), ...fieldsOf(call, wanted) },
    ...(isFinal(wanted.state) && { update: { $unset: { open_key: 1 } } }),
    events: [eventOf(call, [open.status, wanted.state])],
  });
}

/** Null where somebody else was quicker. */
async function add(
  call: Call<Repositories>,
  pipeline: PipelineDocument,
  wanted: WantedStatus,
  key: string,
): Promise<CommitStatusDocument | null> {
  const { commitStatuses } = call.deps;
  const now = new Date();
  const times = takeStep('created', wanted.state, { started_at: null, finished_at: null }, now);
  const document = {
    _id: await commitStatuses.nextId(),
    project_id: pipeline.project_id,
    pipeline_id: pipeline._id,
    sha: pipeline.sha,
    ref: wanted.ref,
    name: wanted.name,
    stage: EXTERNAL_STAGE,
    user_id: call.principal.id,
    target_url: null,
    description: null,
    coverage: null,
    failure_reason: null,
    created_at: now,
    ...times,
    is_latest: true,
    ...(!isFinal(wanted.state) && { open_key: key }),
    operation_id: call.operationId,
    ...fieldsOf(call, wanted),
  };
  try {
    return await commitStatuses.insert(document as CommitStatusDocument, [eventOf(call, ['created', wanted.state])]);
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

function fieldsOf(
  call: Call<Repositories>,
  { state, target_url, description, coverage }: WantedStatus,
): Partial<CommitStatusDocument> & Pick<CommitStatusDocument, 'status'> {
  return {
    status: state,
    ...(target_url !== undefined && { target_url: target_url || null }),
    ...(description !== undefined && { description }),
    ...(coverage !== undefined && { coverage }),
    ...(state === 'failed' && { failure_reason: 'api_failure' }),
    ...(call.operationId && { written_by: call.operationId }),
  };
}

function eventOf(call: Call<Repositories>, status: [string, string]): NewEvent {
  return { type: 'repository.commit_status.updated', actor: call.principal.id, changes: { status } };
}
