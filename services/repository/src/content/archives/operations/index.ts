import { downloadArchive } from './download-archive';
import { getArchive } from './get-archive';

export const archiveOperations = [getArchive, downloadArchive];
