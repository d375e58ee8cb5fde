/** Configuration of the settings service. */
import { jsonMap, readConfig, serviceVariables, type ServiceConfig } from '@forgemesh/service';

interface SettingsConfig extends ServiceConfig {
  /** Addresses of the storages by storage name. */
  FORGE_GIT_ADDRESSES: Record<string, string>;
}

/** Variables of the process, including the configured storages. */
export const config: SettingsConfig = readConfig(process.env, {
  ...serviceVariables,
  FORGE_GIT_ADDRESSES: jsonMap({
    default: { default: '' },
    desc: 'Storages by name, each with the address that serves it',
  }),
});
