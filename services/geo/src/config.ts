/** Configuration of the geo service. */
import { num, readConfig, serviceVariables, str, type ServiceConfig } from '@forgemesh/service';

/** What a node of a replicated instance is. */
export type NodeRole = 'primary' | 'secondary';

interface GeoConfig extends ServiceConfig {
  FORGE_GEO_ROLE: NodeRole;
  FORGE_GEO_NODE_NAME: string;
  FORGE_GEO_PRIMARY_URL: string;
  FORGE_GEO_SECRET: string;
  FORGE_GEO_OFFLINE_AUTH_TTL_SECONDS: number;
  FORGE_GEO_POLL_INTERVAL_SECONDS: number;
  FORGE_GEO_HEARTBEAT_INTERVAL_SECONDS: number;
  FORGE_GEO_HEARTBEAT_TIMEOUT_SECONDS: number;
  FORGE_GEO_VERIFY_INTERVAL_SECONDS: number;
}

/** The process's variables, and which node it is. */
export const config: GeoConfig = readConfig(process.env, {
  ...serviceVariables,
  FORGE_GEO_ROLE: str<NodeRole>({ choices: ['primary', 'secondary'], default: 'primary' }),
  FORGE_GEO_NODE_NAME: str({
    default: '',
    desc: 'Name of the node that this mesh is; its external URL where not given',
  }),
  FORGE_GEO_PRIMARY_URL: str({ default: '', desc: 'Address of the primary, for a secondary' }),
  FORGE_GEO_SECRET: str({ default: '', desc: 'Credentials of a secondary, as the primary handed them over' }),
  FORGE_GEO_OFFLINE_AUTH_TTL_SECONDS: num({
    default: 600,
    desc: 'How long the primary counts as having answered while it cannot be reached',
  }),
  FORGE_GEO_POLL_INTERVAL_SECONDS: num({ default: 1, desc: 'Seconds between questions for new events' }),
  FORGE_GEO_HEARTBEAT_INTERVAL_SECONDS: num({ default: 10, desc: 'Seconds between reports of a secondary' }),
  FORGE_GEO_HEARTBEAT_TIMEOUT_SECONDS: num({
    default: 60,
    desc: 'Seconds after which a node without a report is not healthy',
  }),
  FORGE_GEO_VERIFY_INTERVAL_SECONDS: num({ default: 3600, desc: 'Seconds after which a copy is verified anew' }),
});

if (config.FORGE_GEO_ROLE === 'secondary' && !(URL.canParse(config.FORGE_GEO_PRIMARY_URL) && config.FORGE_GEO_SECRET))
  throw new Error('A secondary needs FORGE_GEO_PRIMARY_URL and FORGE_GEO_SECRET.');
