import type { EntityStore, LongLists, QueryCache } from '@forgemesh/data';
import type { ExternalAuthorization } from '#access/external-authorization';
import type { UserLevels } from '#access';
import type { Clients } from '#clients';
import type { ProjectDocument } from '#projects/model';
import type { ProjectPresenter } from '#projects/presentation';

/** Dependencies of the lists of projects. */
export interface ProjectListsDeps {
  clients: Pick<Clients, 'directory' | 'licenses'>;
  externalAuthorization: ExternalAuthorization;
  projects: EntityStore<ProjectDocument>;
  /** Ids of the projects that a user starred. */
  findStarredIds: (userId: number) => Promise<number[]>;
  /** Lists of projects and snippets that may be long. */
  projectLists: LongLists<ProjectDocument>;
  /** Access levels of users. */
  levels: UserLevels;
  /** Presents projects. */
  projectPresenter: ProjectPresenter;
  /** Projects by id, or by namespace and path, in the form of list reads. */
  projectCache: QueryCache<ProjectDocument | null>;
}
