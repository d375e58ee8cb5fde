import type { EntityStore } from '@forgemesh/data';
import type { DirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/directory';
import type { AccessServiceDefinition } from '@forgemesh/proto/projects/v1/access';
import type { ServiceClient } from '@forgemesh/rpc';
import type { FeatureDocument } from './feature.model';

/** Dependencies of features. */
export interface FeaturesDeps {
  features: EntityStore<FeatureDocument>;
  /** Finds users by username. */
  directory: ServiceClient<typeof DirectoryServiceDefinition>;
  /** Finds projects and groups by full path. */
  access: ServiceClient<typeof AccessServiceDefinition>;
}
