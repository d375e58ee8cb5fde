import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { HookDocument } from './hook.model';

/** Dependencies for changing a hook. */
export interface HookChangeDeps {
  hooks: EntityStore<HookDocument>;
  /** Makes the waiting deliveries of a hook or integration due. */
  resumeDeliveries: (hook: { _id: number }) => Promise<void>;
  /** Encrypts hook tokens and URLs. */
  hookBox: SecretBox;
}

/** Dependencies of hooks. */
export interface HooksDeps extends HookChangeDeps {
  settings: Settings<ApplicationSettings>;
  /** Hooks by project id, for the events that may trigger them; those of the instance by 0. */
  hookCache: QueryCache<readonly HookDocument[], number>;
}
