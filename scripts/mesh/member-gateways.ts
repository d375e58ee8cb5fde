// A gateway in front of each of several repository processes, which uses this process alone: for
// clients that ask what one process shows.

import { gateway, services, type Deployable } from './services.ts';
import type { Mesh } from './start-mesh.ts';

/** What a mesh needs in order to have these gateways. */
export interface MemberGateways {
  /** All services, and the gateways. */
  services: Deployable[];
  /** Variables of a process that differ from those of the other gateways. */
  envOf: (name: string, environment: NodeJS.ProcessEnv) => Record<string, string>;
  /** URLs of the gateways, in the order of the processes. */
  urlsOf: (mesh: Pick<Mesh, 'processes'>) => string[];
}

/** @param count number of repository processes */
export function createMemberGateways(count: number): MemberGateways {
  const gateways = Array.from({ length: count }, (_, index) => ({
    ...gateway,
    name: `gateway-${index + 1}`,
    service: gateway.name,
  }));
  return {
    services: [...services, ...gateways],
    envOf(name, environment): Record<string, string> {
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
    urlsOf: ({ processes }) => gateways.map(({ name }) => `http://127.0.0.1:${processes[name]?.http}`),
  };
}

/** Name of a repository process by its number, from 0 on. */
export function memberName(index: number): string {
  return index === 0 ? 'repository' : `repository-${index + 1}`;
}
