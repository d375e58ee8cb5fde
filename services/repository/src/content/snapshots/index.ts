import { getSnapshot } from './operations/get-snapshot';

export const snapshotOperations = [getSnapshot];
