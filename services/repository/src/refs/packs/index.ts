/** Public interface of the packs that are kept outside of the folders of repositories. */
export type { RepositoryPacks } from './repository-packs';
export type { RepositoryCheckpoint } from './repository-checkpoint.model';
export type { KeptPack } from './kept-pack';
export type { LoggedState, LogName } from './deps';
export { type EntryPacks, type NamedByDocument, packsInRange, packsInStore } from './audit/named-packs';
