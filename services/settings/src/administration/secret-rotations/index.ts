import { listSecretRotations } from './operations/list-secret-rotations';

/** Operations on secret rotation. */
export const operations = [listSecretRotations];
