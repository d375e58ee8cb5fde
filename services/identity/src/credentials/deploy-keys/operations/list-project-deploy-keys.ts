import { listPage } from '@forgemesh/data';
import { DeployKeyServiceDefinition } from '@forgemesh/proto/identity/v1/deploy_key';
import { operation } from '#operation';
import { presentProjectDeployKey } from '../deploy-key.entity';

/** Lists the deploy keys of a project. */
export const listProjectDeployKeys = operation(
  DeployKeyServiceDefinition.listProjectDeployKeys,
  async (request, call) => {
    const { id: projectId } = call.resource('id');
    const filter = { 'projects.project_id': projectId };
    const keys = await listPage(call, { model: call.deps.sshKeys.model, filter, sort: { _id: 1 }, request });
    return { deploy_keys: keys.map((key) => presentProjectDeployKey(key, projectId)) };
  },
);
