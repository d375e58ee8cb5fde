import type { NodeRole } from '#config';

/** Dependencies of access. */
export interface AccessDeps {
  role: NodeRole;
}
