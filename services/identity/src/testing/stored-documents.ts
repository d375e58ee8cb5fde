/** For tests: the documents of the service's database in the mesh. */
import { connectDatabase } from '@forgemesh/data';
import { createMetrics } from '@forgemesh/telemetry';
import { mesh } from '@forgemesh/testing';
import type { Connection } from 'mongoose';

/** Works with the database of identity. */
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

/** The `FORGE_SECRET` of the service in the mesh. */
export function secretOfMesh(): string {
  return mesh().secrets.identity ?? '';
}
