import type { SecretRotationClient } from '#clients';

/** Dependencies of secret rotations. */
export interface SecretRotationsDeps {
  /** Secret rotation clients by service name. */
  rotations: Map<string, SecretRotationClient>;
}
