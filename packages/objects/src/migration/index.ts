/** Migrations of objects and files from one place to another. */
export { createMigration, GRACE_MS, type Migration, type MigrationPart, type MigrationStep } from './migration';
export { createMigrationModel, type MigrationDocument, type MigrationMode } from './migration.model';
export { createMigratingStore } from './migrating-store';
export { objectParts, type MigratedStores } from './object-parts';
