import type { ObjectStore } from '@forgemesh/objects';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { LfsLimits, LfsLinkDocument, LfsObjectDocument, UploadRecords } from '#content/lfs';

/** Dependencies of the RPCs about large files. */
export interface InternalLfsObjectsDeps {
  log: Logger;
  /** Contents of large files. */
  objects: ObjectStore;
  lfsObjects: Model<LfsObjectDocument>;
  /** Announcements and links of uploads. */
  uploadRecords: UploadRecords;
  lfsLinks: Model<LfsLinkDocument>;
  lfsLimits: LfsLimits;
}
