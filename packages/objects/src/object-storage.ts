/** The objects and files of a service, and their migrations. */
import { createFileStore, type FileStore } from '@forgemesh/data';
import { addMeasuredGauge, type Logger, type Metrics } from '@forgemesh/telemetry';
import type { Connection, Model } from 'mongoose';
import type { ObjectConfig } from './config';
import { createObjectStores, type ObjectStores } from './create-object-store';
import {
  createMigratingFileStore,
  createObjectFileStore,
  filePart,
  insertIntoDatabase,
  type ChosenFilePlace,
  type FileContents,
  type MigratedFiles,
} from './files';
import {
  createMigration,
  createMigrationModel,
  objectParts,
  type Migration,
  type MigrationDocument,
} from './migration';
import { digestOf, type ObjectStore, type StoredObject } from './object-store';

/** Options of the storage of a service. */
export interface ObjectStorageOptions {
  /** Name of the service: the objects of its files have kinds that begin with it. */
  service: string;
  config: ObjectConfig;
  filePlace: ChosenFilePlace;
  /** Folder for files that are being written. */
  spoolFolder: string;
  /** Bytes that stay free on the disks of the folders. */
  minFreeBytes: number;
  connection: Connection;
  metrics: Metrics;
  log: Logger;
  /** Whether this process runs migrations. */
  isWorker: boolean;
  /** Milliseconds until the claim of a process that died expires. */
  claimTtlMs: number;
}

type Recheck = (object: StoredObject) => Promise<void>;

/** The storage of a service. */
export class ObjectStorage {
  private readonly stores: ObjectStores;
  /** Functions that mark objects which were deleted while they were copied, by kind. */
  private readonly kinds = new Map<string, Recheck>();
  private readonly files: (MigratedFiles & { contents: FileContents })[] = [];
  private readonly model: Model<MigrationDocument>;
  private readonly migrations: Migration[];
  /** Undefined if this process runs no migrations. */
  private readonly fileMigration: Migration | undefined;

  constructor(private readonly options: ObjectStorageOptions) {
    const { config, minFreeBytes, connection, metrics, log, isWorker } = options;
    this.stores = createObjectStores({
      engine: config.engine,
      from: config.from,
      folder: config.folder,
      minFreeBytes,
      connection,
      s3: config.s3 && { ...config.s3, log },
      registry: metrics.registry,
    });
    this.model = createMigrationModel(connection);
    this.migrations = isWorker ? this.objectMigrations() : [];
    this.fileMigration = isWorker ? this.createFileMigration() : undefined;
    if (isWorker) this.measure();
  }

  /** The objects of the service. Each kind has been added. */
  get objects(): ObjectStore {
    return this.stores.objects;
  }

  /**
   * Adds a kind of objects.
   * @param recheck marks an object that was deleted while it was copied to another engine, so that
   *   the copy is removed unless it is in use again
   */
  addKind(kind: string, recheck: Recheck): void {
    this.kinds.set(kind, recheck);
  }

  /** Creates the store of the files with a name (`avatars`), in GridFS or in the object store. */
  fileStore(name: string): FileStore {
    const { service, filePlace, connection, spoolFolder, minFreeBytes } = this.options;
    const kind = `${service}-${name}`.replaceAll('_', '-');
    const { files, insert, contents } = createObjectFileStore({
      connection,
      objects: this.objects,
      name,
      kind,
      isUsed: filePlace.place === 'objects',
      spool: { folder: spoolFolder, minFreeBytes },
    });
    this.addKind(kind, ({ key, size }) => contents.release({ sha256: digestOf(key), size }));
    const inDatabase = createFileStore(connection, name);
    const current =
      filePlace.place === 'objects'
        ? { to: files, from: inDatabase, insert }
        : { to: inDatabase, from: files, insert: insertIntoDatabase(inDatabase) };
    this.files.push({ name, contents, ...current });
    return createMigratingFileStore(current.to, current.from);
  }

  /**
   * Whether objects or files are to be moved. If not, a migration may still have to be continued.
   */
  get needsMigration(): boolean {
    return this.migrations.length > 0 || this.options.filePlace.hasFormer;
  }

  /** Starts and continues the migrations that are due. */
  async wake(): Promise<void> {
    for (const migration of this.migrations) await migration.wake();
    if (this.files.length > 0) await this.fileMigration?.wake();
  }

  /** Removes objects that no file has any more. */
  async sweep(): Promise<void> {
    for (const { contents } of this.files) await contents.sweep();
  }

  /** Returns the migrations of the service and their progress, also those that have finished. */
  async listMigrations(): Promise<MigrationDocument[]> {
    return this.model.find({}, undefined, { sort: { _id: -1 } }).lean<MigrationDocument[]>();
  }

  /** Ends the work of this process; another process continues it. */
  async close(): Promise<void> {
    await Promise.all([...this.migrations, this.fileMigration].map((migration) => migration?.close()));
  }

  private objectMigrations(): Migration[] {
    const { config, claimTtlMs, log } = this.options;
    const { engine: to, from, migration: mode } = config;
    const { migration: stores } = this.stores;
    if (!stores || !from || mode === 'off') return [];
    const recheck: Recheck = async (object) => {
      const [kind = ''] = object.key.split('/');
      await this.kinds.get(kind)?.(object);
    };
    const migration = createMigration({
      id: 'objects',
      model: this.model,
      direction: { from, to, mode },
      parts: () => objectParts({ ...stores, recheck }, this.kinds.keys(), mode),
      claimTtlMs,
      log,
    });
    return [migration];
  }

  /** Moves files to their place if the other place was used before. */
  private createFileMigration(): Migration {
    const { filePlace, claimTtlMs, log } = this.options;
    const { place: to, hasFormer } = filePlace;
    const from = to === 'gridfs' ? 'objects' : 'gridfs';
    return createMigration({
      id: 'files',
      model: this.model,
      direction: { from, to, mode: 'move' },
      parts: () => this.files.map(filePart),
      isOptional: !hasFormer,
      claimTtlMs,
      log,
    });
  }

  private measure(): void {
    addMeasuredGauge(this.options.metrics, {
      name: 'forge_object_migration_items',
      help: 'Items of a migration of objects or files: copied and deleted since its beginning, waiting in the last pass, failed because they are damaged in the last or the current pass',
      labelNames: ['migration', 'state'],
      measure: async (set) => {
        for (const { _id: migration, copied, deleted, waiting, failed, pass } of await this.listMigrations()) {
          set({ migration, state: 'copied' }, copied);
          set({ migration, state: 'deleted' }, deleted);
          set({ migration, state: 'waiting' }, waiting);
          // A pass over many items takes long: its damaged items count before it ends.
          set({ migration, state: 'failed' }, Math.max(failed, pass.failed));
        }
      },
    });
  }
}
