import type { EntityStore } from '@forgemesh/data';
import type { Logger } from '@forgemesh/telemetry';
import type { EnvironmentDeployments } from './environment-deployments';
import type { EnvironmentDocument } from './environment.model';

/** Dependencies of environments. */
export interface EnvironmentsDeps {
  log: Logger;
  environments: EntityStore<EnvironmentDocument>;
  environmentDeployments: EnvironmentDeployments;
}
