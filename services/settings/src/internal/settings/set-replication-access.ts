import { internalOperation, type Call } from '@forgemesh/rpc';
import { ForbiddenError } from '@forgemesh/errors';
import { ReplicationAccessServiceDefinition } from '@forgemesh/proto/settings/v1/replication_access';
import { SETTINGS_ID } from '#application-settings';
import type { InternalSettingsDeps } from './deps';

/**
 * Enables or disables the access of replication to other services. It is enabled only on behalf of
 * an administrator, whose request the caller must have received: the geo service alone cannot.
 */
export const setReplicationAccess = internalOperation(
  ReplicationAccessServiceDefinition.setReplicationAccess,
  async ({ enabled }, { deps, user }: Call<InternalSettingsDeps>) => {
    let isChanged = false;
    await deps.store.mutate(SETTINGS_ID, ({ has_geo_nodes: current }) => {
      isChanged = current !== enabled;
      if (!isChanged) return null;
      if (enabled && current !== undefined && user?.admin !== true) throw new ForbiddenError();
      return { set: { has_geo_nodes: enabled } };
    });
    if (isChanged) await deps.announce();
    return {};
  },
);
