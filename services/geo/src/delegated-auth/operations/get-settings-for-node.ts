import { DelegatedAuthServiceDefinition } from '@forgemesh/proto/geo/v1/delegated_auth';
import { operation } from '#operation';
import { authenticateNode } from '#replication/origin/authenticate-node';

/** Returns the settings to a secondary. */
export const getSettingsForNode = operation(
  DelegatedAuthServiceDefinition.getSettingsForNode,
  async ({ node_token: token }, { deps, context }) => {
    await authenticateNode(deps, token, context.address);
    return { settings: JSON.stringify(deps.settings.current()) };
  },
);
