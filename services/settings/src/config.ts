/** Configuration of the settings service. */
import { jsonMap, readConfig, serviceVariables, type ServiceConfig } from '@forgemesh/service';

interface SettingsConfig extends ServiceConfig {
  /** Storages by name, each with the address that serves it. */
  FORGE_GIT_ADDRESSES: Record<string, string>;
}

/** The process's variables, and which storages exist. */
export const config: SettingsConfig = readConfig(process.env, {
  ...serviceVariables,
  FORGE_GIT_ADDRESSES: jsonMap({
    default: { default: '' },
    desc: 'Storages by name, each with the address that serves it',
  }),
});
