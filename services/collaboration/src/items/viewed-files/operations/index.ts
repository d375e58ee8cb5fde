import { listViewedFiles } from './list-viewed-files';
import { markViewedFile } from './mark-viewed-file';

export const viewedFileOperations = [listViewedFiles, markViewedFile];
