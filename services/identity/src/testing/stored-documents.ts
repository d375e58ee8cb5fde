/** Test access to the documents in the service's database. */
import { connectDatabase } from '@forgemesh/data';
import { createMetrics } from '@forgemesh/telemetry';
import { mesh } from '@forgemesh/testing';
import type { Connection } from 'mongoose';

/** Runs work with a connection to the service's database. */
export async function withDatabase<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  const { mongodbUri, databasePrefix } = mesh();
  const metrics = createMetrics('test');
  const connection = await connectDatabase({ uri: mongodbUri, database: `${databasePrefix}_identity`, metrics });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** The service's `FORGE_SECRET` in the mesh. */
export function secretOfMesh(): string {
  return mesh().secrets.identity ?? '';
}
