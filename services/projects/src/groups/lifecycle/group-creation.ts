/** The creation of groups, for the areas that import them or complete their creation. */
import type { Principal } from '@forgemesh/telemetry';
import type { NamespaceDocument } from '#namespaces';
import { type GroupCandidate, assertMayCreateGroup, assertValidGroup } from './creation-rules';
import { type NewGroupFields, groupDocument } from './new-group';
import { finalizeGroup } from './finalize-group';
import { finalizeGroupRename } from './finalize-group-rename';
import type { GroupLifecycleDeps } from './deps';

/** Creates groups. */
export interface GroupCreation {
  /**
   * Throws ForbiddenError unless the creator may create groups in the parent, where `level` is the
   * creator's level, or at the top level if `parent` is null.
   */
  assertMayCreate(creator: Principal, place: { parent: NamespaceDocument | null; level: number }): Promise<void>;
  /** Throws BadRequestError if the name, path or visibility is not allowed. */
  assertValid(creator: Principal, candidate: GroupCandidate): void;
  /** The document of a new group, with a token for its runners. */
  documentOf(fields: NewGroupFields): Omit<NamespaceDocument, 'version'>;
  /**
   * Makes the creator owner and confirms the path. Also runs from the group's event, in case the
   * first run was interrupted. The path is confirmed last and marks completion, so a late event
   * does not add a creator again who has left since.
   */
  finalize(group: NamespaceDocument): Promise<void>;
  /**
   * Confirms the new path, releases the old one and redirects it. Also runs from the event of the
   * change, in case the first run was interrupted. Idempotent, also if the group was renamed back
   * since.
   */
  finalizeRename(group: NamespaceDocument, formerPath: string): Promise<void>;
}

/** Creates the functions. */
export function createGroupCreation(deps: GroupLifecycleDeps): GroupCreation {
  return {
    assertMayCreate: (creator, place) => assertMayCreateGroup(deps, creator, place),
    assertValid: (creator, candidate) => assertValidGroup(deps, creator, candidate),
    documentOf: (fields) => groupDocument(deps, fields),
    finalize: (group) => finalizeGroup(deps, group),
    finalizeRename: (group, formerPath) => finalizeGroupRename(deps, group, formerPath),
  };
}
