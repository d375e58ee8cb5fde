import { listSecretRotations } from './list-secret-rotations';

/** Operations on secret rotation. */
export const operations = [listSecretRotations];
