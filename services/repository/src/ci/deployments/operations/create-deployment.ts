import { ValidationError } from '@forgemesh/errors';
import { operation, type Call, type Parameters } from '@forgemesh/rpc';
import { DeploymentServiceDefinition, type CreateDeploymentRequest } from '@forgemesh/proto/repository/v1/deployment';
import { locateRepository, resolveCommit } from '#commits';
import { findOrAddEnvironment } from '#ci/environments';
import type { DeploymentDocument, DeploymentStatus } from '../deployment.model';
import { presentDeployment } from '../find-deployment';
import { startEnvironment } from '../start-environment';
import type { DeploymentsDeps } from '../deps';

/** Reports a deployment. */
export const createDeployment = operation(
  DeploymentServiceDefinition.createDeployment,
  async (request, call: Call<DeploymentsDeps>) => {
    const earlier = await call.deps.deployments.findByOperation(call.operationId ?? '');
    const deployment = earlier ?? (await addDeployment(call, request));
    await startEnvironment(call, deployment);
    return presentDeployment(call, deployment);
  },
);

async function addDeployment(
  call: Call<DeploymentsDeps>,
  { environment: name, sha: revision, ref, tag, status }: Parameters<CreateDeploymentRequest>,
): Promise<DeploymentDocument> {
  const { deployments, sequences } = call.deps;
  const { repo } = locateRepository(call);
  const [sha, found] = await Promise.all([
    /^[0-9a-f]{7,40}$/i.test(revision) ? resolveCommit(call, revision) : null,
    call.deps.git.findRef({ repo, name: `refs/${tag ? 'tags' : 'heads'}/${ref}` }),
  ]);
  const problems = {
    ...(sha === null && { sha: ['The commit does not exist'] }),
    ...(found === null && { ref: ['The branch or tag does not exist'] }),
  };
  if (sha === null || found === null) throw new ValidationError(problems);
  const environment = await findOrAddEnvironment(call, name);
  const projectId = call.resource().id;
  const now = new Date();
  return deployments.insert(
    {
      _id: await deployments.nextId(),
      iid: await sequences.next(`deployments/${projectId}`),
      project_id: projectId,
      environment_id: environment._id,
      ref,
      tag,
      sha,
      status: status as DeploymentStatus,
      user_id: call.principal.id,
      created_at: now,
      updated_at: now,
      operation_id: call.operationId,
    },
    [{ type: 'repository.deployment.created', actor: call.principal.id }],
  );
}
