// Several repository processes: a gateway in front of each, which reads from this process alone,
// and the links of each to the datastores.

import { createMemberGateways, memberName, type MemberGateways } from '../mesh/member-gateways.ts';
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
export interface PreparedMembers extends Pick<MemberGateways, 'services' | 'envOf'> {
  /** Connects to the gateways after the start. */
  connect: (mesh: Mesh) => Member[];
}

/** Opens the links of the members. */
export async function prepareMembers(
  count: number,
  { storageUri, natsUrl }: { storageUri: string; natsUrl: string },
  shutdown: Pick<ShutdownHooks, 'add'>,
): Promise<PreparedMembers> {
  const members = await Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: memberName(index),
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
  const gateways = createMemberGateways(count);
  return {
    services: gateways.services,
    envOf(name, environment): Record<string, string> {
      const member = members.find((one) => one.name === name);
      if (!member) return gateways.envOf(name, environment);
      return {
        MONGODB_URI: throughLink(String(environment.MONGODB_URI), member.database),
        NATS_URL: throughLink(String(environment.NATS_URL), member.nats),
      };
    },
    connect(mesh) {
      const urls = gateways.urlsOf(mesh);
      return members.map((member, index) => ({
        ...member,
        api: createApiClient(String(urls[index]), String(mesh.rootToken)),
      }));
    },
  };
}
