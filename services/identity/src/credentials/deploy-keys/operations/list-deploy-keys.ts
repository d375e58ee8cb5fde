import { operation, type Call } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { DeployKeyServiceDefinition } from '@forgemesh/proto/identity/v1/deploy_key';
import { presentDeployKey } from '../deploy-key.entity';
import type { DeployKeysDeps } from '../deps';

/** Lists all deploy keys. */
export const listDeployKeys = operation(
  DeployKeyServiceDefinition.listDeployKeys,
  async (request, call: Call<DeployKeysDeps>) => {
    const { model } = call.deps.sshKeys;
    const keys = await listPage(call, { model, filter: { user_id: null }, sort: { _id: 1 }, request });
    return { deploy_keys: keys.map(presentDeployKey) };
  },
);
