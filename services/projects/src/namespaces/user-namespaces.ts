/** The namespaces of users, for the areas that create or rename something in them. */
import type { NamespaceDocument } from './namespace.model';
import {
  type NamespaceOwner,
  findUserNamespace,
  requireUserNamespace,
  reconcileUserNamespace,
  leaveUserPath,
} from './user-namespace';
import type { NamespacesDeps } from './deps';

/** Reads and reconciles the namespaces of users. */
export interface UserNamespaces {
  /** The namespace of a user; null if there is none. */
  find(userId: number): Promise<NamespaceDocument | null>;
  /**
   * The namespace of a user. Creates it if its creation was interrupted; null if the user does not
   * exist.
   */
  require(userId: number): Promise<NamespaceDocument | null>;
  /**
   * Creates or renames a user's namespace to match the user, and redirects the previous path.
   * Idempotent.
   */
  reconcile(owner: NamespaceOwner): Promise<NamespaceDocument | null>;
  /**
   * Releases the previous path of a user's namespace and redirects it. Idempotent, also if the user
   * was renamed back since.
   */
  leavePath(namespace: NamespaceDocument, path: string): Promise<void>;
}

/** Creates the functions. */
export function createUserNamespaces(deps: NamespacesDeps): UserNamespaces {
  return {
    find: (userId) => findUserNamespace(deps, userId),
    require: (userId) => requireUserNamespace(deps, userId),
    reconcile: (owner) => reconcileUserNamespace(deps, owner),
    leavePath: (namespace, path) => leaveUserPath(deps, namespace, path),
  };
}
