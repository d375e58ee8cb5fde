import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { NodeStatusServiceDefinition } from '@forgemesh/proto/geo/v1/node_status';
import { findNode } from '#nodes';
import { isSelf, statusOf } from '../status-of';
import type { StatusesDeps } from '../deps';

/** Gets the status of a node. */
export const getNodeStatus = operation(
  NodeStatusServiceDefinition.getNodeStatus,
  async ({ id }, { deps }: Call<StatusesDeps>) => {
    const node = await findNode(deps, id);
    const status = statusOf(deps, node, isSelf(deps, node) ? await deps.ownReport() : undefined);
    // The API repeats "not found" in this message.
    if (!status) throw new NotFoundError('Status for Geo node not found');
    return status;
  },
);
