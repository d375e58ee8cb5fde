import { listSecretRotations } from './operations/list-secret-rotations';

/** The operations on the rotation of the secret. */
export const operations = [listSecretRotations];
