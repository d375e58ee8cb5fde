/** The creation of projects, for the areas that fork, import and move them. */
import type { ProjectDocument, ProjectSettings } from '#projects/model';
import type { NamespaceDocument } from '#namespaces';
import type { PathClaimRequest } from '#namespaces/paths';
import type { Viewer } from '#access';
import {
  type NewProject,
  createNewProject,
  finalizeProject,
  documentOf,
  visibilityErrors,
  nameIsTaken,
  visibilityDefaults,
  pickStorage,
} from './new-project';
import { type Move, moveProject } from './move-project';
import { type PreviousLocation, finalizeProjectMove } from './finalize-project-move';
import { readProjectLimit, claimProjectPath } from './project-limit';
import { canCreateProjectsIn } from './creation-rights';
import type { ProjectCreationDeps } from './deps';

/** Creates and moves projects. */
export interface ProjectCreation {
  /** Creates a project with its related data. A retry continues where the first attempt stopped. */
  create(newProject: NewProject): Promise<ProjectDocument>;
  /**
   * Steps after the insertion of a project. Also runs from its event, in case the first run was
   * interrupted. The path is confirmed last and marks completion, so a late event does not restore
   * a membership that was removed since.
   */
  finalize(project: ProjectDocument): Promise<ProjectDocument>;
  /**
   * The document of a new project, without its origin: storage, import status and fork fields. The
   * id is assigned and the path is claimed.
   */
  documentOf(
    newProject: NewProject,
    identity: { id: number; name: string; path: string; settings: ProjectSettings },
  ): ReturnType<typeof documentOf>;
  /**
   * Errors for the visibility of a project: restricted to administrators, or wider than that of its
   * group.
   */
  visibilityErrors(
    visibility: ProjectSettings['visibility'],
    place: { namespace: Pick<NamespaceDocument, 'kind' | 'visibility'>; isAdmin: boolean },
  ): string[];
  /** Whether another project than `except` in the namespace has the name. */
  isNameTaken(namespaceId: number, name: string, except?: number): Promise<boolean>;
  /** Default settings of a project in a namespace. */
  defaultSettings(namespace: NamespaceDocument): ProjectSettings;
  /** A random storage of those for new projects. */
  pickStorage(): string;
  /**
   * The maximum number of projects in a namespace; undefined for groups. Throws ForbiddenError if
   * the owner may not have any.
   */
  readLimit(namespace: Pick<NamespaceDocument, 'kind' | 'owner_id'>): Promise<number | undefined>;
  /**
   * Claims the path of a project that is about to be stored in the namespace. Returns false if the
   * path is taken. Throws ForbiddenError if the project would exceed the limit, and
   * UnavailableError if this depends on other writes that take too long.
   */
  claimPath(claim: PathClaimRequest, limit: number | undefined): Promise<boolean>;
  /**
   * Whether a viewer may create projects in a namespace: the viewer's own, or a group in which the
   * viewer's level suffices.
   */
  canCreateIn(viewer: Viewer, namespace: NamespaceDocument): Promise<boolean>;
  /**
   * Moves a project with its path. Returns an error in the format of the API; undefined on success.
   * The update of the document is the commit point: the project's event completes a move that a
   * crash interrupts after it, and a claim from before it becomes stale.
   */
  move(project: ProjectDocument, target: NamespaceDocument, move: Move): Promise<string | undefined>;
  /**
   * Adds the owner of the namespace as maintainer, confirms the new path, releases the old one and
   * redirects it. Also runs from the event of the change, in case the first run was interrupted.
   * Idempotent, also if the project was moved back since.
   */
  finalizeMove(project: ProjectDocument, former: PreviousLocation): Promise<void>;
}

/** Creates the functions. */
export function createProjectCreation(deps: ProjectCreationDeps): ProjectCreation {
  return {
    create: (newProject) => createNewProject(deps, newProject),
    finalize: (project) => finalizeProject(deps, project),
    documentOf: (newProject, identity) => documentOf(deps, newProject, identity),
    visibilityErrors: (visibility, place) => visibilityErrors(deps, visibility, place),
    isNameTaken: (namespaceId, name, except) => nameIsTaken(deps, namespaceId, name, except),
    defaultSettings: (namespace) => visibilityDefaults(deps, namespace),
    pickStorage: () => pickStorage(deps),
    readLimit: (namespace) => readProjectLimit(deps, namespace),
    claimPath: (claim, limit) => claimProjectPath(deps, claim, limit),
    canCreateIn: (viewer, namespace) => canCreateProjectsIn(deps, viewer, namespace),
    move: (project, target, move) => moveProject(deps, project, target, move),
    finalizeMove: (project, former) => finalizeProjectMove(deps, project, former),
  };
}
