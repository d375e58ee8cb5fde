/** Trusted keys, TLS between processes, and secrets at rest. */
export { reloadOnChange } from './reload-on-change';
export { isSameSecret } from './same-secret';
export { createDigests, createSecretBox, keyIdsOf, type SecretBox } from './secretbox';
export { assertPeer, configuredTls, peerName, processName, ProcessTls, type TlsFiles } from './tls';
export { openTrustedKeys, type TrustedKeys } from './trusted-keys';
