import { operation, type Call } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { DeployKeyServiceDefinition } from '@forgemesh/proto/identity/v1/deploy_key';
import { presentProjectDeployKey } from '../deploy-key.entity';
import type { DeployKeysDeps } from '../deps';

/** Lists the deploy keys of a project. */
export const listProjectDeployKeys = operation(
  DeployKeyServiceDefinition.listProjectDeployKeys,
  async (request, call: Call<DeployKeysDeps>) => {
    const { id: projectId } = call.resource('id');
    const filter = { 'projects.project_id': projectId };
    const keys = await listPage(call, { model: call.deps.sshKeys.model, filter, sort: { _id: 1 }, request });
    return { deploy_keys: keys.map((key) => presentProjectDeployKey(key, projectId)) };
  },
);
