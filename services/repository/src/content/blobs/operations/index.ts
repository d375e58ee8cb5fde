import { getBlob } from './get-blob';
import { getRawBlob } from './get-raw-blob';

export const blobOperations = [getBlob, getRawBlob];
