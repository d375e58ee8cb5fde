import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Model } from 'mongoose';
import type { CallCount } from '#access/limits';
import type { UserLevels } from '#access';
import type { JobRunner } from '#jobs';
import type { NamespaceReader, NamespaceDocument, UserNamespaces } from '#namespaces';
import type { Authorization } from '#projects/authorization';
import type { ProjectCreation } from '#projects/creation';
import type { ProjectDocument } from '#projects/model';
import type { ImportDocument } from './import.model';

/** Dependencies of imports. */
export interface ImportsDeps {
  settings: Settings<ApplicationSettings>;
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  imports: EntityStore<ImportDocument>;
  /** Runs imports in this process. */
  importJobs: JobRunner<ImportDocument>;
  /** Uploaded archives. */
  importFiles: FileStore;
  /** Counters of rate-limited calls. */
  callCounts: Model<CallCount>;
  /** Access levels of users. */
  levels: UserLevels;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
  /** Namespaces of users. */
  userNamespaces: UserNamespaces;
  /** Rights on projects and namespaces. */
  authorization: Authorization;
  /** Creates and moves projects. */
  projectCreation: ProjectCreation;
}
