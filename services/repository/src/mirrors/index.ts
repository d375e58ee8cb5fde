import { fetchMirror } from './fetch-mirror';
import { pushMirror } from './push-mirror';

export const mirrorOperations = [fetchMirror, pushMirror];
