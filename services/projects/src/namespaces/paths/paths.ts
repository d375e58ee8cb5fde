/** Claims and redirects of paths, for the areas whose objects have paths. */
import {
  type PathClaimRequest,
  claimPath,
  isConfirmed,
  confirmPath,
  transferPath,
  unconfirmPath,
  releasePath,
} from './claim-path';
import type { RedirectTarget } from './redirect.model';
import { type ClaimCount, countClaims, findUnconfirmed } from './claim-counts';
import type { PathClaim } from './path.model';
import { leavePath, removeRedirects, findRedirect } from './path-redirects';
import type { PathsDeps } from './deps';

/** Claims, releases and redirects paths. */
export interface Paths {
  /**
   * Claims a path. Returns true also if the same holder has it already, false if another one does.
   */
  claim(request: PathClaimRequest): Promise<boolean>;
  /** Whether a claim is confirmed. */
  isConfirmed(request: PathClaimRequest): Promise<boolean>;
  /**
   * Confirms a claim after its holder was stored, and ends a redirect from the path. A claim that
   * `unconfirm` marked stays unconfirmed, because steps of the creation may run late.
   */
  confirm(request: PathClaimRequest): Promise<void>;
  /** Transfers a claim to another holder of the same kind, if the given holder has it. */
  transfer(request: PathClaimRequest, to: number): Promise<void>;
  /**
   * Marks a claim as replaceable as soon as its holder is deleted. Called before the deletion, so
   * that a crash in between does not block the path.
   */
  unconfirm(request: PathClaimRequest): Promise<void>;
  /** Releases a path; does nothing if another holder has it. */
  release(request: PathClaimRequest): Promise<void>;
  /**
   * Releases a path that its holder has left and redirects it to the holder. Idempotent: does
   * nothing if the holder has released the path before.
   */
  leave(former: PathClaimRequest, target: RedirectTarget): Promise<void>;
  /** Removes the redirects to a removed namespace or project, and those below a namespace. */
  removeRedirects(target: RedirectTarget): Promise<void>;
  /** The id of the namespace or project that a former path redirects to; null if there is none. */
  findRedirect(kind: RedirectTarget['kind'], parentId: number, path: string): Promise<number | null>;
  /** The number of claims of paths in a namespace. */
  count(namespaceId: number, options: ClaimCount): Promise<number>;
  /** The unconfirmed claims of paths in a namespace, without the one with the given key. */
  findUnconfirmed(namespaceId: number, exceptKey: string): Promise<PathClaim[]>;
}

/** Creates the functions. */
export function createPaths(deps: PathsDeps): Paths {
  return {
    claim: (request) => claimPath(deps, request),
    isConfirmed: (request) => isConfirmed(deps, request),
    confirm: (request) => confirmPath(deps, request),
    transfer: (request, to) => transferPath(deps, request, to),
    unconfirm: (request) => unconfirmPath(deps, request),
    release: (request) => releasePath(deps, request),
    leave: (former, target) => leavePath(deps, former, target),
    removeRedirects: (target) => removeRedirects(deps, target),
    findRedirect: (kind, parentId, path) => findRedirect(deps, kind, parentId, path),
    count: (namespaceId, options) => countClaims(deps, namespaceId, options),
    findUnconfirmed: (namespaceId, exceptKey) => findUnconfirmed(deps, namespaceId, exceptKey),
  };
}
