/** Leases by which processes of earlier releases send the deliveries of a webhook. */
export const LEASE_MS = 60_000;

/** Name of the lease of a webhook. */
export function leaseOf(hookId: number): string {
  return `projects-hook-${hookId}`;
}
