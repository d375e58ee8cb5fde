import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { VariableDocument } from './variable.model';

/** Dependencies of variables. */
export interface VariablesDeps {
  settings: Settings<ApplicationSettings>;
  variables: EntityStore<VariableDocument>;
  /** Encrypts the values of variables. */
  variableBox: SecretBox;
}
