/** Creates and changes the merge requests of pushed branches according to push options. */
import { canReadFeature, DEVELOPER } from '@forgemesh/access';
import { BadRequestError, isForgeError, UnavailableError, type ForgeError } from '@forgemesh/errors';
import { Call } from '@forgemesh/rpc';
import type { Principal } from '@forgemesh/telemetry';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { ApplyPushOptionsRequest, MergeRequestPushOptions } from '@forgemesh/proto/collaboration/v1/pushed_branch';
import { rightsOnProject } from '#access';
import { callForResource } from '#items/shared';
import { updateMergeRequest } from '../changes/update-merge-request';
import { createMergeRequest } from '../changes/create-merge-request';
import { refreshFor } from '../find-merge-request';
import type { MergeRequestDocument } from '#items/model';
import { autoMerge, scheduleMerge } from '../merging/auto-merge';
import { mergeSettingsOfOne, sidesOf } from '../merging/merge-settings';
import { describeBranch } from './describe-branch';
import type { MergeRequestsDeps, MergeRequestChangesDeps, MergeRequestListsDeps } from '../deps';

/** Maximum number of branches of one push to which options apply. */
const MAX_BRANCHES = 10;
/** Names the target project in the access of a call whose source is another project. */
const TARGET = 'target_project_id';

/** The projects of a push: those of the branches, and of the target of new merge requests. */
interface Projects {
  source: AuthorizedResource;
  target: AuthorizedResource;
}

/** Applies the options as a user; returns the messages of refusals. */
export async function applyPushOptionsAs(
  call: Call<MergeRequestsDeps>,
  user: Principal,
  { options, ...push }: ApplyPushOptionsRequest,
): Promise<string[]> {
  const { project_id, branches } = push;
  if (!options) return [];
  const source = await rightsOnProject(call.deps, user, project_id);
  if (!source) return ['The project does not exist'];
  const target = await defaultTarget(call.deps, user, source);
  if (!canReadFeature(target, 'merge_requests'))
    return [`Merge requests are not enabled for project ${target.full_path}`];
  if (branches.length > MAX_BRANCHES)
    return [`Too many branches pushed (${branches.length} were pushed, limit is ${MAX_BRANCHES})`];
  const errors: string[] = [];
  for (const [index, branch] of branches.entries()) {
    const own = callAs(call, user, { source, target }, { ...push, operation_id: `${push.push_id}/${index}` });
    try {
      await applyToBranch(own, branch, options);
    } catch (error) {
      errors.push(...messagesOf(call, error));
    }
  }
  return errors;
}

/** The project that branches of a fork are merged into by default; otherwise their own. */
async function defaultTarget(
  deps: MergeRequestChangesDeps,
  user: Principal,
  source: AuthorizedResource,
): Promise<AuthorizedResource> {
  const { forked_from_project_id: id } = (await mergeSettingsOfOne(deps, source.id)) ?? {};
  const original = id === undefined ? null : await rightsOnProject(deps, user, id);
  return original && canReadFeature(original, 'merge_requests') ? original : source;
}

/** A call of the user with the rights on both projects, as the API's operations expect it. */
function callAs<Deps>(
  { context, deps, log, signal }: Call<Deps>,
  user: Principal,
  { source, target }: Projects,
  { tier, operation_id }: { tier: number; operation_id: string },
): Call<Deps> {
  const access = { id: source, ...(target.id !== source.id && { [TARGET]: target }) };
  return new Call(
    { ...context, user, real_user_id: user.id, tier, operation_id, access },
    deps,
    log,
    signal,
    undefined,
  );
}

async function applyToBranch(
  call: Call<MergeRequestsDeps>,
  branch: string,
  options: MergeRequestPushOptions,
): Promise<void> {
  const found = await findOpenRequest(call, branch, options.target);
  if (!found && !options.create)
    throw new BadRequestError(
      `A merge_request.create push option is required to create a merge request for branch ${branch}`,
    );
  const request = found ? await changeAs(call, found, options) : await createAs(call, branch, options);
  if (options.merge_when_pipeline_succeeds) await scheduleAs(call, request);
}

/** The open merge request of a branch in the target project; the newest if there are several. */
async function findOpenRequest(
  call: Call<MergeRequestChangesDeps>,
  source_branch: string,
  target: string | undefined,
): Promise<MergeRequestDocument | null> {
  const {
    items: { mergeRequests },
  } = call.deps;
  const branches = { source_project_id: call.resource('id').id, source_branch, state: 'opened' as const };
  const open = await mergeRequests.model
    .find({ ...branches, project_id: call.resource(parameterOf(call)).id })
    .sort({ _id: -1 })
    .limit(MAX_BRANCHES)
    .lean<MergeRequestDocument[]>();
  return open.find(({ target_branch }) => target_branch === target) ?? open[0] ?? null;
}

async function createAs(
  call: Call<MergeRequestsDeps>,
  source_branch: string,
  options: MergeRequestPushOptions,
): Promise<MergeRequestDocument> {
  const source = call.resource('id');
  if (source.level < DEVELOPER || source.archived)
    throw new BadRequestError('You are not allowed to create merge requests from this project');
  const parameter = parameterOf(call);
  const target = call.resource(parameter);
  const target_branch = options.target ?? target.default_branch;
  const branches = { source_project_id: source.id, source_branch, project_id: target.id, target_branch };
  const sides = await sidesOf(call.deps, branches);
  await assertTargetExists(call, sides);
  const described = await describeBranch(call.deps, sides, options);
  const attributes = {
    description: described.description,
    labels: options.add_labels,
    ...(options.remove_source_branch !== undefined && { remove_source_branch: options.remove_source_branch }),
  };
  const fields = { source_branch, target_branch, title: described.title, attributes };
  return (await createMergeRequest(call, fields, parameter)).request;
}

async function changeAs(
  call: Call<MergeRequestChangesDeps>,
  found: MergeRequestDocument,
  { target, title, description, add_labels, remove_labels, remove_source_branch }: MergeRequestPushOptions,
): Promise<MergeRequestDocument> {
  const own = callForResource(call, parameterOf(call));
  const isMoved = target !== undefined && target !== found.target_branch;
  if (isMoved) await assertTargetExists(call, await sidesOf(call.deps, { ...found, target_branch: target }));
  const attributes = {
    ...(description !== undefined && { description }),
    ...(remove_source_branch !== undefined && { remove_source_branch }),
  };
  const isUnchanged = !isMoved && title === undefined && Object.keys(attributes).length === 0;
  if (isUnchanged && add_labels.length + remove_labels.length === 0) return found;
  return updateMergeRequest(own, found, {
    attributes,
    ...(isMoved && { target_branch: target }),
    ...(title !== undefined && { title }),
    add_labels,
    remove_labels,
  });
}

/** Throws if the target branch of the sides does not exist. */
async function assertTargetExists(
  call: Call<MergeRequestChangesDeps>,
  sides: Awaited<ReturnType<typeof sidesOf>>,
): Promise<void> {
  const { branch, storage } = sides.target;
  const tips = { ...sides, tips_only: true, branches_only: true };
  const { target_sha: tip } = await call.deps.clients.merges.prepareMerge(tips, { storage });
  if (tip === undefined) throw new BadRequestError(`Branch ${branch} does not exist`);
}

/** The pipeline of a new commit starts after the push, so none is required yet. */
async function scheduleAs(call: Call<MergeRequestListsDeps>, found: MergeRequestDocument): Promise<void> {
  const own = callForResource(call, parameterOf(call));
  const { request, facts } = await refreshFor(own, found);
  if (!facts.may_push && !facts.may_merge)
    throw new BadRequestError('You are not allowed to merge into the target branch');
  await autoMerge(call.deps, (await scheduleMerge(own, request, {}))._id);
}

/** The parameter that names the target project. */
function parameterOf(call: Call<unknown>): string {
  return call.optionalResource(TARGET) ? TARGET : 'id';
}

/** The messages of a refusal. The push is over, so other failures are reported, too. */
function messagesOf({ log }: Call<unknown>, error: unknown): string[] {
  const isRefusal = isForgeError(error) && error.reason !== 'internal' && error.reason !== 'unavailable';
  if (!isRefusal) log.warn({ err: error }, 'push options could not be applied');
  return textsOf(isRefusal ? error : new UnavailableError('The push options could not be applied, try again later'));
}

function textsOf({ body }: ForgeError): string[] {
  if (typeof body === 'string') return [body.replace(/^40\d [A-Za-z ]+ - /, '')];
  if (Array.isArray(body)) return body.map(String);
  return Object.entries(body).map(([field, text]) => `${field} ${String(text)}`);
}
