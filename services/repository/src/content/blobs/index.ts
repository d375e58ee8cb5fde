import { getBlob } from './operations/get-blob';
import { getRawBlob } from './operations/get-raw-blob';

export const blobOperations = [getBlob, getRawBlob];
