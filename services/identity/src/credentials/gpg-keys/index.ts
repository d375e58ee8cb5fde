/** Public interface of GPG keys. */
export type { GpgKeysDeps } from './deps';
export { presentGpgKeyFacts } from './gpg-key.entity';
export type { GpgKeyDocument } from './gpg-key.model';
