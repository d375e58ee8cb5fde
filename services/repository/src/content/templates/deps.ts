import type { Settings } from '@forgemesh/events';
import type { GitClient } from '@forgemesh/git-engine';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Logger } from '@forgemesh/telemetry';
import type { Clients } from '#clients';
import type { Storages } from '#storage';

/** Dependencies of templates. */
export interface TemplatesDeps {
  log: Logger;
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  storages: Storages;
  clients: Clients;
  settings: Settings<ApplicationSettings>;
}
