import { listPage } from '@forgemesh/data';
import { DeployKeyServiceDefinition } from '@forgemesh/proto/identity/v1/deploy_key';
import { operation } from '#operation';
import { presentDeployKey } from '../deploy-key.entity';

/** Lists all deploy keys. */
export const listDeployKeys = operation(DeployKeyServiceDefinition.listDeployKeys, async (request, call) => {
  const { model } = call.deps.sshKeys;
  const keys = await listPage(call, { model, filter: { user_id: null }, sort: { _id: 1 }, request });
  return { deploy_keys: keys.map(presentDeployKey) };
});
