import type { EntityStore } from '@forgemesh/data';
import type { MergeRequestChangesDeps } from '#items/merge-requests';
import type { ViewedFilesDocument } from './viewed-files.model';

/** Dependencies of the marks for viewed files. */
export interface ViewedFilesDeps extends MergeRequestChangesDeps {
  viewedFiles: EntityStore<ViewedFilesDocument>;
}
