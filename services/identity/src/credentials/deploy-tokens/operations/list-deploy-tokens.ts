import { operation, type Call } from '@forgemesh/rpc';
import type { QueryFilter } from 'mongoose';
import { DeployTokenServiceDefinition } from '@forgemesh/proto/identity/v1/deploy_token';
import type { DeployTokenDocument } from '../deploy-token.model';
import { pageOfDeployTokens } from '../page-of-deploy-tokens';
import type { DeployTokensDeps } from '../deps';

/** Lists the deploy tokens of all projects and groups. */
export const listDeployTokens = operation(
  DeployTokenServiceDefinition.listDeployTokens,
  (request, call: Call<DeployTokensDeps>) => pageOfDeployTokens(call, filterOf(request.active), request),
);

/** Revoked tokens are removed, so only expiry makes a token inactive. */
function filterOf(isActive: boolean | undefined): QueryFilter<DeployTokenDocument> {
  const now = new Date();
  if (isActive === undefined) return {};
  return isActive ? { $or: [{ expires_at: null }, { expires_at: { $gt: now } }] } : { expires_at: { $lte: now } };
}

/** Lists the deploy tokens of a project. */
export const listProjectDeployTokens = operation(
  DeployTokenServiceDefinition.listProjectDeployTokens,
  (request, call: Call<DeployTokensDeps>) => pageOfDeployTokens(call, { project_id: call.resource('id').id }, request),
);

/** Lists the deploy tokens of a group. */
export const listGroupDeployTokens = operation(
  DeployTokenServiceDefinition.listGroupDeployTokens,
  (request, call: Call<DeployTokensDeps>) => pageOfDeployTokens(call, { group_id: call.resource('id').id }, request),
);
