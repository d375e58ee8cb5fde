import type { EntityStore, FileStore } from '@forgemesh/data';
import type { AppearanceDocument } from './appearance.model';

/** Dependencies of the appearance. */
export interface AppearanceDeps {
  appearances: EntityStore<AppearanceDocument>;
  /** Images of the instance. */
  pictureFiles: FileStore;
}
