/** The parts that a process can run. Only those that it runs are loaded. */
import type { ProcessPart } from '@forgemesh/service';

/** Names of all parts; the gateway is last, because it is stopped first. */
export const partNames = [
  'settings',
  'identity',
  'projects',
  'approvals',
  'collaboration',
  'deliveries',
  'geo',
  'repository',
  'gateway',
] as const;

/** Name of a part. */
export type PartName = (typeof partNames)[number];

/* eslint-disable @typescript-eslint/no-require-imports -- loads a service only if it is needed */
const loaders: Record<PartName, () => ProcessPart> = {
  settings: () => (require('@forgemesh/settings') as typeof import('@forgemesh/settings')).settings,
  identity: () => (require('@forgemesh/identity') as typeof import('@forgemesh/identity')).identity,
  projects: () => (require('@forgemesh/projects') as typeof import('@forgemesh/projects')).projects,
  approvals: () => (require('@forgemesh/approvals') as typeof import('@forgemesh/approvals')).approvals,
  collaboration: () => (require('@forgemesh/collaboration') as typeof import('@forgemesh/collaboration')).collaboration,
  deliveries: () => (require('@forgemesh/deliveries') as typeof import('@forgemesh/deliveries')).deliveries,
  geo: () => (require('@forgemesh/geo') as typeof import('@forgemesh/geo')).geo,
  repository: () => (require('@forgemesh/repository') as typeof import('@forgemesh/repository')).repository,
  gateway: () => (require('@forgemesh/gateway') as typeof import('@forgemesh/gateway')).gateway,
};
/* eslint-enable @typescript-eslint/no-require-imports */

/** Loads parts by name. */
export function loadParts(names: readonly PartName[]): ProcessPart[] {
  return names.map((name) => loaders[name]());
}
