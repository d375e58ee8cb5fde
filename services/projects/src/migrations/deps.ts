import type { SecretBox } from '@forgemesh/security';

/** Dependencies of the re-encryption of stored secrets. */
export interface MigrationsDeps {
  /** Encrypts runner tokens. */
  box: SecretBox;
  /** Encrypts hook tokens and URLs. */
  hookBox: SecretBox;
  /** Encrypts the properties of integrations. */
  integrationBox: SecretBox;
  /** Encrypts the values of variables. */
  variableBox: SecretBox;
  /** Encrypts the URLs of mirrored repositories, which may contain credentials. */
  mirrorBox: SecretBox;
  /** Encrypts the URLs that archives are sent to, which contain credentials. */
  exportBox: SecretBox;
}
