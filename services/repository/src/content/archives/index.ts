import { getArchive } from './operations/get-archive';

export const archiveOperations = [getArchive];
