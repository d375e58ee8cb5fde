/** Public interface of SSH keys. */
export type { ParsedSshKey } from './parse-ssh-key';
export { checkSshKey, titleProblems } from './ssh-key-checks';
export { type DeployKeyProject, isExpired, type SshKeyDocument } from './ssh-key.model';
