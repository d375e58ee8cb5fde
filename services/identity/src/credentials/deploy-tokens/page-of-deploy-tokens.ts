import { listPage, type PageRequest } from '@forgemesh/data';
import type { Call, ResponseOf } from '@forgemesh/rpc';
import type { DeployToken } from '@forgemesh/proto/identity/v1/deploy_token';
import type { QueryFilter } from 'mongoose';
import { presentDeployToken } from './deploy-token.entity';
import type { DeployTokenDocument } from './deploy-token.model';
import type { DeployTokensDeps } from './deps';

/** Returns a page of deploy tokens, oldest first. */
export async function pageOfDeployTokens(
  call: Call<DeployTokensDeps>,
  filter: QueryFilter<DeployTokenDocument>,
  request: PageRequest,
): Promise<{ deploy_tokens: ResponseOf<DeployToken>[] }> {
  const { model } = call.deps.deployTokens;
  const tokens = await listPage(call, { model, filter, sort: { _id: 1 }, request });
  return { deploy_tokens: tokens.map(presentDeployToken) };
}
