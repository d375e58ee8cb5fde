import { DeployTokenServiceDefinition } from '@forgemesh/proto/identity/v1/deploy_token';
import { operation } from '../../../operation';
import { pageOfDeployTokens } from '../page-of-deploy-tokens';

/** Lists the deploy tokens of a project. */
export const listProjectDeployTokens = operation(
  DeployTokenServiceDefinition.listProjectDeployTokens,
  (request, call) => pageOfDeployTokens(call, { project_id: call.resource('id').id }, request),
);
