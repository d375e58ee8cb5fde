/**
 * Writes a status. A pending or running status of the same pipeline, name, ref and user is updated;
 * otherwise a new one is added. Concurrent writers are serialized by retries, so the second one is
 * validated against the result of the first.
 */
import { isDuplicateKey, type NewEvent } from '@forgemesh/data';
import { UnavailableError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { digestOf } from '#content';
import type { CommitStatusDocument, CommitStatusState, PipelineDocument } from '#ci/pipelines';
import { isFinal, applyTransition } from './status-transitions';
import type { CommitStatusesDeps } from './deps';

const MAX_ATTEMPTS = 10;
/** Stage of all statuses of external systems. */
const EXTERNAL_STAGE = 'external';

/** The requested status; undefined fields stay unchanged. */
export interface StatusRequest {
  state: CommitStatusState;
  ref: string;
  name: string;
  target_url: string | undefined;
  description: string | undefined;
  coverage: number | undefined;
}

/**
 * Writes a status and returns it. Throws BadRequestError when the open status does not allow the
 * transition.
 */
export async function setStatus(
  call: Call<CommitStatusesDeps>,
  pipeline: PipelineDocument,
  request: StatusRequest,
): Promise<CommitStatusDocument> {
  const { model } = call.deps.commitStatuses;
  const key = digestOf([pipeline._id, call.principal.id, request.ref, request.name]);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const open = await model.findOne({ open_key: key }).lean<CommitStatusDocument>();
    // A retry returns the result of its first attempt. Read after the open status, which that
    // attempt may be changing concurrently.
    const earlier = call.operationId && (await model.findOne({ written_by: call.operationId }).lean());
    if (earlier) return earlier;
    const written = open ? await transition(call, open, request) : await add(call, pipeline, request, key);
    if (written) return written;
  }
  throw new UnavailableError('The status changes too quickly, try again');
}

/** Null after a concurrent change. */
function transition(
  call: Call<CommitStatusesDeps>,
  open: CommitStatusDocument,
  request: StatusRequest,
): Promise<CommitStatusDocument | null> {
  return call.deps.commitStatuses.change(open, {
    set: { ...applyTransition(open.status, request.state, open, new Date()), ...fieldsOf(call, request) },
    ...(isFinal(request.state) && { update: { $unset: { open_key: 1 } } }),
    events: [eventOf(call, [open.status, request.state])],
  });
}

/** Null after a concurrent change. */
async function add(
  call: Call<CommitStatusesDeps>,
  pipeline: PipelineDocument,
  request: StatusRequest,
  key: string,
): Promise<CommitStatusDocument | null> {
  const { commitStatuses } = call.deps;
  const now = new Date();
  const times = applyTransition('created', request.state, { started_at: null, finished_at: null }, now);
  const document = {
    _id: await commitStatuses.nextId(),
    project_id: pipeline.project_id,
    pipeline_id: pipeline._id,
    sha: pipeline.sha,
    ref: request.ref,
    name: request.name,
    stage: EXTERNAL_STAGE,
    user_id: call.principal.id,
    target_url: null,
    description: null,
    coverage: null,
    failure_reason: null,
    created_at: now,
    ...times,
    is_latest: true,
    ...(!isFinal(request.state) && { open_key: key }),
    operation_id: call.operationId,
    ...fieldsOf(call, request),
  };
  try {
    return await commitStatuses.insert(document as CommitStatusDocument, [eventOf(call, ['created', request.state])]);
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

function fieldsOf(
  call: Call<CommitStatusesDeps>,
  { state, target_url, description, coverage }: StatusRequest,
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

function eventOf(call: Call<CommitStatusesDeps>, status: [string, string]): NewEvent {
  return { type: 'repository.commit_status.updated', actor: call.principal.id, changes: { status } };
}
