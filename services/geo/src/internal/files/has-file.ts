import { ReplicaServiceDefinition } from '@forgemesh/proto/geo/v1/replica';
import { internalOperation } from '../../operation';
import { downloads, findHeld } from '../../files/held-file';

/** Whether a download is answered from a copy. */
export const hasFile = internalOperation(
  ReplicaServiceDefinition.hasFile,
  async ({ operation, while_away: whileAway, ...wanted }, { deps }) => {
    const kind = downloads[operation];
    if (kind === undefined || (whileAway && !deps.link.isCut())) return { held: false };
    return { held: (await findHeld(deps, kind, wanted)) !== null };
  },
);
