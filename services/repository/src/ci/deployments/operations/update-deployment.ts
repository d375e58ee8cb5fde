import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError, ValidationError } from '@forgemesh/errors';
import { DeploymentServiceDefinition } from '@forgemesh/proto/repository/v1/deployment';
import type { DeploymentStatus } from '../deployment.model';
import { findDeployment, presentDeployment } from '../find-deployment';
import { startEnvironment } from '../start-environment';
import type { DeploymentsDeps } from '../deps';

/** The name of the transition to a status, used in error messages. */
const transitions: Record<string, string> = { running: 'run', success: 'succeed', failed: 'drop', canceled: 'cancel' };

/** Updates the status of a deployment. */
export const updateDeployment = operation(
  DeploymentServiceDefinition.updateDeployment,
  async (request, call: Call<DeploymentsDeps>) => {
    const { _id: id } = await findDeployment(call, request.deployment_id);
    const status = request.status as DeploymentStatus;
    const { operationId } = call;
    const deployment = await call.deps.deployments.mutate(id, (current) => {
      if (operationId !== undefined && current.written_by === operationId) return null;
      if (!canBecome(current.status, status))
        throw new ValidationError({ status: [`cannot transition via "${transitions[status]}"`] });
      return {
        set: { status, updated_at: new Date(), ...(operationId !== undefined && { written_by: operationId }) },
        events: [
          {
            type: 'repository.deployment.updated',
            actor: call.principal.id,
            changes: { status: { from: current.status, to: status } },
          },
        ],
      };
    });
    if (!deployment) throw new NotFoundError();
    await startEnvironment(call, deployment);
    return presentDeployment(call, deployment);
  },
);

/**
 * Whether a status change is allowed: a deployment can start running only once; all other changes
 * are allowed.
 */
function canBecome(from: DeploymentStatus, to: DeploymentStatus): boolean {
  return to === 'running' ? from === 'created' : from !== to;
}
