// Several repository processes: a gateway in front of each, which reads from this process alone,
// and the links of each to the datastores.

import { gateway, services, type Deployable } from '../mesh/services.ts';
import { createApiClient, type ApiClient } from './client.ts';
import { hostOf, openLink, throughLink, type Link } from './links.ts';
import type { Mesh } from '../mesh/start-mesh.ts';
import type { ShutdownHooks } from '../lib/shutdown.ts';

/** A repository process. */
export interface Member {
  /** Name of the process. */
  name: string;
  /** API of the gateway that uses no other repository process. */
  api: ApiClient;
  database: Link;
  nats: Link;
}

/** What the mesh needs in order to have members. */
export interface PreparedMembers {
  /** The services, and a gateway for each member. */
  services: Deployable[];
  envOf: (name: string, environment: NodeJS.ProcessEnv) => Record<string, string>;
  /** Connects to the gateways after the start. */
  connect: (mesh: Mesh) => Member[];
}

const gatewayOf = (index: number) => `gateway-${index + 1}`;

/** Opens the links of the members. */
export async function prepareMembers(
  count: number,
  { storageUri, natsUrl }: { storageUri: string; natsUrl: string },
  shutdown: Pick<ShutdownHooks, 'add'>,
): Promise<PreparedMembers> {
  const members = await Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: index === 0 ? 'repository' : `repository-${index + 1}`,
      database: await openLink(hostOf(storageUri)),
      nats: await openLink(hostOf(natsUrl)),
    })),
  );
  shutdown.add(undefined, () => {
    for (const { database, nats } of members) {
      database.close();
      nats.close();
    }
  });
  const gateways = members.map((_, index) => ({ ...gateway, name: gatewayOf(index), service: gateway.name }));
  return {
    services: [...services, ...gateways],
    envOf(name, environment): Record<string, string> {
      const member = members.find((one) => one.name === name);
      if (member) {
        return {
          MONGODB_URI: throughLink(String(environment.MONGODB_URI), member.database),
          NATS_URL: throughLink(String(environment.NATS_URL), member.nats),
        };
      }
      const index = gateways.findIndex((one) => one.name === name);
      if (index < 0) return {};
      const addresses = JSON.parse(String(environment.FORGE_ADDRESSES)) as Record<string, string>;
      const gitAddresses = JSON.parse(String(environment.FORGE_GIT_ADDRESSES)) as Record<string, string>;
      const only = String(addresses.repository?.replace('pool:', '').split(',')[index]);
      return {
        FORGE_ADDRESSES: JSON.stringify({ ...addresses, repository: only }),
        FORGE_GIT_ADDRESSES: JSON.stringify({ default: String(gitAddresses.default?.split(',')[index]) }),
      };
    },
    connect: ({ processes, rootToken }) =>
      members.map((member, index) => ({
        ...member,
        api: createApiClient(`http://127.0.0.1:${processes[gatewayOf(index)]?.http}`, String(rootToken)),
      })),
  };
}
