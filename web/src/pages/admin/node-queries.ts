/** The nodes of a replicated instance, and their statuses. */
import { useQuery } from '@tanstack/react-query';
import type { Entity } from '#api/types';
import { listNodes, listNodeStatuses, nodeKeys } from '#data/nodes';
import { durationText } from '#lib/format';
import { REFRESH_MS } from './admin-queries';

/** The nodes. */
export function useNodes() {
  return useQuery({
    queryKey: nodeKeys.all,
    queryFn: () => listNodes({ per_page: 100 }),
  });
}

/** Whether these pages are those of a secondary, which cannot change nodes. */
export function isOnSecondary(nodes: readonly Entity<'geo.Node'>[]): boolean {
  return nodes.some(({ current, primary }) => current && !primary);
}

/** The statuses of the nodes, which load again by themselves. */
export function useNodeStatuses(): Entity<'geo.NodeStatus'>[] {
  const { data = [] } = useQuery({
    queryKey: nodeKeys.states,
    queryFn: () => listNodeStatuses({ per_page: 100 }),
    refetchInterval: REFRESH_MS,
  });
  return data;
}

/** The lag of a secondary in words; empty for a primary. */
export function lagText(seconds: number | null | undefined): string {
  return seconds === null || seconds === undefined ? '' : durationText(seconds);
}

/** The time of a number of seconds since 1970. */
export function timeOf(seconds: number | null | undefined): string | undefined {
  return seconds === null || seconds === undefined ? undefined : new Date(seconds * 1000).toISOString();
}
