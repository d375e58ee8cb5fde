import { isForgeError } from '@forgemesh/errors';
import type { ObjectMigration } from '@forgemesh/proto/api/v1/object_migration';
import { AdminObjectMigrationServiceDefinition } from '@forgemesh/proto/settings/v1/object_migration';
import { operation, type Call, type ResponseOf } from '@forgemesh/rpc';
import type { ObjectMigrationsDeps } from '../deps';

const TIMEOUT_MS = 5_000;

/** Lists the migrations of objects and files of all services. */
export const listObjectMigrations = operation(
  AdminObjectMigrationServiceDefinition.listObjectMigrations,
  async (_request, call: Call<ObjectMigrationsDeps>) => {
    const unanswered: string[] = [];
    const requests = [...call.deps.objectMigrations].map(
      async ([name, client]): Promise<ResponseOf<ObjectMigration>[]> => {
        try {
          const { object_migrations: migrations } = await client.listObjectMigrations({}, { timeoutMs: TIMEOUT_MS });
          return migrations.map((migration) => ({
            ...migration,
            error: migration.error ?? null,
            finished_at: migration.finished_at ?? null,
          }));
        } catch (error) {
          if (!isForgeError(error) || error.reason !== 'unavailable') throw error;
          unanswered.push(name);
          return [];
        }
      },
    );
    const migrations = (await Promise.all(requests)).flat();
    if (unanswered.length > 0) call.setHeader('X-Unanswered', unanswered.join(', '));
    return { object_migrations: migrations };
  },
);
