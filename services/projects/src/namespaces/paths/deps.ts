import type { Model } from 'mongoose';
import type { PathClaim, PathHolders } from './path.model';
import type { PathRedirect } from './redirect.model';

/** Dependencies of claims and redirects of paths. */
export interface PathsDeps {
  /** Claims of paths, which make paths unique. */
  pathClaims: Model<PathClaim>;
  /** Whether the holders of claims are stored at their paths. */
  pathHolders: PathHolders;
  /** Redirects of former paths. */
  redirects: Model<PathRedirect>;
}
