import type { EntityStore, FileStore, Outbox } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { CallCount } from '#access/limits';
import type { Urls } from '#clients';
import type { JobRunner } from '#jobs';
import type { NamespaceReader } from '#namespaces';
import type { ProjectDocument } from '#projects/model';
import type { ArchiveTarget, ExportDocument } from './export.model';

/** Dependencies of exports. */
export interface ExportsDeps {
  /** Publishes an event that belongs to no document change. */
  record: Outbox['record'];
  settings: Settings<ApplicationSettings>;
  projects: EntityStore<ProjectDocument>;
  exports: EntityStore<ExportDocument>;
  /** Runs exports in this process. */
  exportJobs: JobRunner<ExportDocument>;
  /** Archives of exports. */
  exportFiles: FileStore;
  /** Counters of rate-limited calls. */
  callCounts: Model<CallCount>;
  urls: Urls;
  /** Encrypts the URLs that archives are sent to, which contain credentials. */
  exportBox: SecretBox;
  log: Logger;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
  /** Writes the archive of an export to the file store under an id. */
  writeArchive: (project: ProjectDocument, target: ArchiveTarget) => Promise<void>;
}
