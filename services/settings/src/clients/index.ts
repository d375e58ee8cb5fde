/** Public interface of clients. */
export type { DeadLetterClient, ProcessClient, SecretRotationClient } from './clients';
