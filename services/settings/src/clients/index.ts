/** Public interface of clients. */
export type { DeadLetterClient, ObjectMigrationClient, ProcessClient, SecretRotationClient } from './clients';
