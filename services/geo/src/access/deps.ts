import type { NodeRole } from '#config';

/** Dependencies of the access rules. */
export interface AccessDeps {
  role: NodeRole;
}
