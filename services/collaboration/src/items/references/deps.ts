/** Dependencies of resolving references. */
import type { AccessDeps } from '#access/deps';
import type { Instance } from '#clients/instance';
import type { ModelDeps } from '#items/model/deps';
import type { PlanningStores } from '#planning/milestones/deps';

/** Dependencies of resolving references. */
export interface ReferencesDeps extends ModelDeps, Pick<AccessDeps, 'clients' | 'display'> {
  instance: Instance;
  planning: PlanningStores;
}
