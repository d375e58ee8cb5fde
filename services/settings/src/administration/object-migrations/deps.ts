import type { ObjectMigrationClient } from '#clients';

/** Dependencies of the migrations of objects and files. */
export interface ObjectMigrationsDeps {
  /** Clients by service name. */
  objectMigrations: Map<string, ObjectMigrationClient>;
}
