import { canReadFeature } from '@forgemesh/access';
import { BadRequestError, ForbiddenError } from '@forgemesh/errors';
import { operation, type ResponseOf, type Call, type Parameters } from '@forgemesh/rpc';
import {
  CommitServiceDefinition,
  type Commit,
  type CommitAction as CommitActionMessage,
  type CreateCommitRequest,
} from '@forgemesh/proto/repository/v1/commit';
import type { CommitAction } from '@forgemesh/git-engine';
import { checkForcePush, mayPushTo } from '#access';
import { listProtectionsFor, pushSubjectFor } from '#refs/protected-branches';
import { repositoryKey, type RepositoryKey } from '#storage';
import { identitiesOf, isInForkNetwork, refusalOf, singleCommit } from '#commits/history';
import { contentOf } from '../commit-content';
import { commitFiles } from '../commit-files';
import { locateRepository } from '#commits';
import type { CommitFilesDeps } from '../deps';

/** Creates one commit from file actions. */
export const createCommit = operation(
  CommitServiceDefinition.createCommit,
  async (request, call: Call<CommitFilesDeps>) => {
    const location = locateRepository(call);
    const actions = await actionsOf(request);
    const start = await startOf(call);
    const [protections, identities] = await Promise.all([
      listProtectionsFor(call.deps, location.project_id, call.user),
      identitiesOf(call.deps, call.user, request),
    ]);
    const subject = await pushSubjectFor(call, call.resource(), request.branch);
    if (!mayPushTo(subject, request.branch, protections))
      throw new ForbiddenError('You are not allowed to push into this branch');
    const responses = new Map<string, Promise<ResponseOf<Commit>>>();
    const withStats = request.stats !== false;
    const id = await commitFiles(call.deps, {
      location,
      branch: request.branch,
      start_branch: request.start_branch,
      start_sha: request.start_sha,
      start,
      force: request.force,
      message: request.commit_message,
      actions,
      ...identities,
      user: call.user,
      may_be_default: subject.default_branch === '',
      operation_id: call.operationId,
      onBuilt(built) {
        const response = singleCommit(call, built, { withStats, isNew: true });
        // The response for a commit that lost the race for its branch is never used.
        response.catch(() => undefined);
        responses.set(built, response);
      },
      convert: call.deps.largeFiles.createConversion(call),
      check: call.deps.pushRules.createCheck(call),
      assertForceAllowed() {
        const refusal = checkForcePush(request.branch, protections);
        if (refusal !== null) throw new BadRequestError(refusal);
      },
    }).catch((error: unknown) => {
      throw refusalOf(error);
    });
    // A retry returns the commit of its first attempt, which was built then.
    return responses.get(id) ?? singleCommit(call, id, { withStats });
  },
);

/** The other project in which the commit starts; undefined if it starts in its own project. */
async function startOf(call: Call<CommitFilesDeps>): Promise<RepositoryKey | undefined> {
  const start = call.optionalResource('start_project');
  const { id, name } = call.resource();
  if (!start || start.id === id) return undefined;
  if (!canReadFeature(start, 'repository')) throw new ForbiddenError();
  if (!(await isInForkNetwork(call, start.id)))
    throw new ForbiddenError(`Project is not included in the fork network for ${name}`);
  return repositoryKey(start.id, start.storage);
}

async function actionsOf({ actions = [] }: Parameters<CreateCommitRequest>): Promise<CommitAction[]> {
  const decoded: CommitAction[] = [];
  for (const [index, action] of actions.entries())
    decoded.push(actionOf(action, await contentOf(action, `actions[${index}][content]`)));
  return decoded;
}

function actionOf(message: CommitActionMessage, content: Buffer | undefined): CommitAction {
  const { file_path, last_commit_id } = message;
  switch (message.action) {
    case 'create':
      return { action: 'create', file_path, content };
    case 'update':
      return { action: 'update', file_path, content: content ?? Buffer.alloc(0), last_commit_id };
    case 'delete':
      return { action: 'delete', file_path, last_commit_id };
    case 'move':
      return { action: 'move', file_path, previous_path: message.previous_path ?? '', content, last_commit_id };
    default:
      return { action: 'chmod', file_path, execute_filemode: message.execute_filemode ?? false };
  }
}
