import { downloadArchive } from './operations/download-archive';
import { getArchive } from './operations/get-archive';

export const archiveOperations = [getArchive, downloadArchive];
