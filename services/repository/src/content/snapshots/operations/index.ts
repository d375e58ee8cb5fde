import { getSnapshot } from './get-snapshot';

export const snapshotOperations = [getSnapshot];
