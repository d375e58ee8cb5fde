import { operation, type Call } from '@forgemesh/rpc';
import { DelegatedAuthServiceDefinition } from '@forgemesh/proto/geo/v1/delegated_auth';
import { authenticateNode } from '#replication/origin';
import type { DelegatedAuthDeps } from '../deps';

/** Returns the settings to a secondary. */
export const getSettingsForNode = operation(
  DelegatedAuthServiceDefinition.getSettingsForNode,
  async ({ node_token: token }, { deps, context }: Call<DelegatedAuthDeps>) => {
    await authenticateNode(deps, token, context.address);
    return { settings: JSON.stringify(deps.settings.current()) };
  },
);
