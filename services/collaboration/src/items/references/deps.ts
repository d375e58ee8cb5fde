import type { AccessDeps } from '#access';
import type { Instance } from '#clients';
import type { ModelDeps } from '#items/model';
import type { PlanningStores } from '#planning/milestones';

/** Dependencies of resolving references. */
export interface ReferencesDeps extends ModelDeps, Pick<AccessDeps, 'clients' | 'display'> {
  instance: Instance;
  planning: PlanningStores;
}
