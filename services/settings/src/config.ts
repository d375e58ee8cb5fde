/** Configuration of the settings service. */
import { objectVariables, readObjectConfig, type ObjectConfig } from '@forgemesh/objects';
import { jsonMap, readConfig, serviceVariables, str, type ServiceConfig } from '@forgemesh/service';

/** Variables of the process, including the configured storages. */
export interface SettingsConfig extends ServiceConfig {
  /** Addresses of the storages by storage name. */
  FORGE_GIT_ADDRESSES: Record<string, string>;
  /** URLs of the monitoring ports of the NATS servers. */
  natsMonitors: string[];
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
    FORGE_NATS_MONITOR_URLS: str({
      default: '',
      desc: 'URLs of the monitoring ports of the NATS servers, comma-separated',
    }),
  });
  const natsMonitors = variables.FORGE_NATS_MONITOR_URLS.split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '');
  for (const url of natsMonitors)
    if (!URL.canParse(url)) throw new Error(`FORGE_NATS_MONITOR_URLS: ${url} is not a URL`);
  return { ...variables, natsMonitors, objects: readObjectConfig(variables, variables.FORGE_DATA_DIR) };
}
