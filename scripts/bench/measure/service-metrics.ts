// Figures that the services report in their metrics.

/**
 * @param ports metrics port of each service
 * @returns database commands since the service started, by service
 */
export function readQueries(ports: Record<string, number>): Promise<Record<string, number>> {
  return readSums(ports, /^forge_query_seconds_count\{.*\} (\d+)$/gm);
}

/**
 * @param ports metrics port of each service
 * @returns number of events that are not published or not handled yet
 */
export async function readWaitingEvents(ports: Record<string, number>): Promise<number> {
  const sums = await readSums(ports, /^forge_(?:outbox|consumer)_waiting(?:\{.*\})? (\d+)$/gm);
  return Object.values(sums).reduce((sum, count) => sum + count, 0);
}

/** @returns sum of the values that a pattern matches, by service */
async function readSums(ports: Record<string, number>, pattern: RegExp): Promise<Record<string, number>> {
  const entries = Object.entries(ports).map(async ([name, port]) => {
    const response = await fetch(`http://127.0.0.1:${port}/-/metrics`);
    const counts = [...(await response.text()).matchAll(pattern)];
    return [name, counts.reduce((sum, [, count]) => sum + Number(count), 0)];
  });
  return Object.fromEntries(await Promise.all(entries));
}
