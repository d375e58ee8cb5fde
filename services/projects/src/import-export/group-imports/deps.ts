import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { CallCount } from '#access/limits';
import type { GroupCreation } from '#groups/lifecycle';
import type { JobRunner } from '#jobs';
import type { NamespaceDocument } from '#namespaces';
import type { Paths } from '#namespaces/paths';
import type { Authorization } from '#projects/authorization';
import type { GroupImportDocument } from './group-import.model';

/** Dependencies of group imports. */
export interface GroupImportsDeps {
  namespaces: EntityStore<NamespaceDocument>;
  groupImports: EntityStore<GroupImportDocument>;
  /** Runs imports of groups in this process. */
  groupImportJobs: JobRunner<GroupImportDocument>;
  /** Uploaded archives of groups. */
  groupImportFiles: FileStore;
  /** Counters of rate-limited calls. */
  callCounts: Model<CallCount>;
  /** Claims and redirects of paths. */
  paths: Paths;
  /** Rights on projects and namespaces. */
  authorization: Authorization;
  /** Creates groups. */
  groupCreation: GroupCreation;
}
