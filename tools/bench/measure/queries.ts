// Number of database commands that the services have sent, from their metrics.

/**
 * @param ports metrics port of each service
 * @returns commands since the service started, by service
 */
export async function readQueries(ports: Record<string, number>): Promise<Record<string, number>> {
  const entries = Object.entries(ports).map(async ([name, port]) => {
    const response = await fetch(`http://127.0.0.1:${port}/-/metrics`);
    const counts = [...(await response.text()).matchAll(/^forge_query_seconds_count\{.*\} (\d+)$/gm)];
    return [name, counts.reduce((sum, [, count]) => sum + Number(count), 0)];
  });
  return Object.fromEntries(await Promise.all(entries));
}
