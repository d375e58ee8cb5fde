import { listObjectMigrations } from './list-object-migrations';

/** Operations on migrations of objects and files. */
export const operations = [listObjectMigrations];
