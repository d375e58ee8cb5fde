import { getRawDiff } from './operations/get-raw-diff';

export const mergeOperations = [getRawDiff];
