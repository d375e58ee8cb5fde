/** Configuration of the geo service. */
import { objectVariables, readObjectConfig, type ObjectConfig } from '@forgemesh/objects';
import { num, readConfig, serviceVariables, str, type ServiceConfig } from '@forgemesh/service';

/** Role of a node in a replicated instance. */
export type NodeRole = 'primary' | 'secondary';

/** Variables of the process, including the role of this node. */
export interface GeoConfig extends ServiceConfig {
  FORGE_GEO_ROLE: NodeRole;
  FORGE_GEO_NODE_NAME: string;
  FORGE_GEO_PRIMARY_URL: string;
  FORGE_GEO_SECRET: string;
  FORGE_GEO_OFFLINE_AUTH_TTL_SECONDS: number;
  FORGE_GEO_POLL_INTERVAL_SECONDS: number;
  FORGE_GEO_HEARTBEAT_INTERVAL_SECONDS: number;
  FORGE_GEO_HEARTBEAT_TIMEOUT_SECONDS: number;
  FORGE_GEO_VERIFY_INTERVAL_SECONDS: number;
  FORGE_GEO_EXCLUDED_GRACE_SECONDS: number;
  /** The object store. */
  objects: ObjectConfig;
}

/**
 * Reads the configuration. Throws an error for invalid variables, and for a secondary without a
 * primary.
 */
export function readGeoConfig(environment: NodeJS.ProcessEnv): GeoConfig {
  const config = readConfig(environment, {
    ...serviceVariables,
    ...objectVariables,
    FORGE_GEO_ROLE: str<NodeRole>({ choices: ['primary', 'secondary'], default: 'primary' }),
    FORGE_GEO_NODE_NAME: str({
      default: '',
      desc: 'Name of the node of this mesh. Default: its external URL',
    }),
    FORGE_GEO_PRIMARY_URL: str({ default: '', desc: 'URL of the primary; required for a secondary' }),
    FORGE_GEO_SECRET: str({
      default: '',
      desc: 'Credentials of a secondary, from POST /geo_nodes/:id/credentials on the primary',
    }),
    FORGE_GEO_OFFLINE_AUTH_TTL_SECONDS: num({
      default: 600,
      desc: 'Seconds for which cached authentication results are used while the primary is unreachable',
    }),
    FORGE_GEO_POLL_INTERVAL_SECONDS: num({ default: 1, desc: 'Seconds between polls for new events' }),
    FORGE_GEO_HEARTBEAT_INTERVAL_SECONDS: num({ default: 10, desc: 'Seconds between status reports of a secondary' }),
    FORGE_GEO_HEARTBEAT_TIMEOUT_SECONDS: num({
      default: 60,
      desc: 'Seconds without a status report after which a node is unhealthy',
    }),
    FORGE_GEO_EXCLUDED_GRACE_SECONDS: num({
      default: 7 * 24 * 3600,
      desc: 'Seconds after which the replicas of projects outside of the selection are removed',
    }),
    FORGE_GEO_VERIFY_INTERVAL_SECONDS: num({
      default: 24 * 3600,
      desc: 'Seconds after which a replica is verified again, up to a quarter more or less',
    }),
  });
  const { FORGE_GEO_ROLE: role, FORGE_GEO_PRIMARY_URL: primaryUrl, FORGE_GEO_SECRET: secret } = config;
  if (role === 'secondary' && !(URL.canParse(primaryUrl) && secret))
    throw new Error('A secondary needs FORGE_GEO_PRIMARY_URL and FORGE_GEO_SECRET.');
  return { ...config, objects: readObjectConfig(config, config.FORGE_DATA_DIR) };
}
