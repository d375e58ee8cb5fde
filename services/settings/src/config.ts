/** Configuration of the settings service. */
import { objectVariables, readObjectConfig, type ObjectConfig } from '@forgemesh/objects';
import { jsonMap, readConfig, serviceVariables, type ServiceConfig } from '@forgemesh/service';

/** Variables of the process, including the configured storages. */
export interface SettingsConfig extends ServiceConfig {
  /** Addresses of the storages by storage name. */
  FORGE_GIT_ADDRESSES: Record<string, string>;
  /** The object store. */
  objects: ObjectConfig;
}

/** Reads the configuration; throws one error that lists all invalid variables. */
export function readSettingsConfig(environment: NodeJS.ProcessEnv): SettingsConfig {
  const variables = readConfig(environment, {
    ...serviceVariables,
    ...objectVariables,
    FORGE_GIT_ADDRESSES: jsonMap({
      default: { default: '' },
      desc: 'Storages by name, each with the address that serves it',
    }),
  });
  return { ...variables, objects: readObjectConfig(variables, variables.FORGE_DATA_DIR) };
}
