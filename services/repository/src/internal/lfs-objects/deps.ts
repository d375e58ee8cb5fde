import type { ObjectStore } from '@forgemesh/objects';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { LfsLimits, LfsLinkDocument, LfsObjectDocument } from '#content/lfs';

/** Dependencies of the RPCs about large files. */
export interface InternalLfsObjectsDeps {
  log: Logger;
  /** Contents of large files. */
  objects: ObjectStore;
  lfsObjects: Model<LfsObjectDocument>;
  lfsLinks: Model<LfsLinkDocument>;
  lfsLimits: LfsLimits;
}
