import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { KeyedQueue, Storages } from '#storage';
import type { LanguagesDocument } from './languages.model';

/** Dependencies of languages. */
export interface LanguagesDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  languages: EntityStore<LanguagesDocument>;
  /** Serializes language measurements of one repository. */
  languageQueue: KeyedQueue;
}
