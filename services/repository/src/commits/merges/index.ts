import { getRawDiff } from './operations/get-raw-diff';
import { getRawPatches } from './operations/get-raw-patches';

export const mergeOperations = [getRawDiff, getRawPatches];
