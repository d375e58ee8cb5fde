import { DeployTokenServiceDefinition } from '@forgemesh/proto/identity/v1/deploy_token';
import { operation } from '../../../operation';
import { pageOfDeployTokens } from '../page-of-deploy-tokens';

/** Lists the deploy tokens of a group. */
export const listGroupDeployTokens = operation(DeployTokenServiceDefinition.listGroupDeployTokens, (request, call) =>
  pageOfDeployTokens(call, { group_id: call.resource('id').id }, request),
);
