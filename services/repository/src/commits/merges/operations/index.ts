import { getRawDiff } from './get-raw-diff';
import { getRawPatches } from './get-raw-patches';

export const mergeOperations = [getRawDiff, getRawPatches];
