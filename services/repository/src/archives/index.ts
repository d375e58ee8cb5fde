import { getArchive } from './get-archive';

export const archiveOperations = [getArchive];
