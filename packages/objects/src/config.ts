/** Variables of the object store, for the configuration of each service that has one. */
import path from 'node:path';
import { cleanEnv, str, type CleanedEnv } from 'envalid';
import { OBJECT_ENGINES, type ObjectEngine } from './engines';
import type { S3Options } from './s3';

/** What happens to the objects of the former engine. */
const MIGRATION_MODES = ['move', 'copy', 'off'] as const;

/** `move`: copy and delete them; `copy`: copy and keep them; `off`: only read them. */
export type ObjectMigrationMode = (typeof MIGRATION_MODES)[number];

/** Where files are stored that are not large by nature. */
const FILE_PLACES = ['gridfs', 'objects'] as const;

/** Place of files: the database, or the object store. */
export type FilePlace = (typeof FILE_PLACES)[number];

/** The variables. */
export const objectVariables = {
  FORGE_OBJECTS: str<ObjectEngine>({
    choices: OBJECT_ENGINES,
    default: 'local',
    desc: 'Engine of the object store: `local` for a folder on one machine, `gridfs` for the database, `s3` for a bucket; all processes share the last two',
  }),
  FORGE_OBJECTS_DIR: str({
    default: '',
    desc: 'Folder of `local`, which all processes of the service share; empty for `objects` in FORGE_DATA_DIR',
  }),
  FORGE_OBJECTS_FROM: str<ObjectEngine | ''>({
    choices: ['', ...OBJECT_ENGINES],
    default: '',
    desc: 'Engine that has objects of before, which are read there until they are migrated; empty for none',
  }),
  FORGE_OBJECTS_MIGRATION: str<ObjectMigrationMode>({
    choices: MIGRATION_MODES,
    default: 'move',
    desc: 'Whether the objects of FORGE_OBJECTS_FROM are moved (`move`), copied (`copy`) or only read (`off`)',
  }),
  FORGE_FILES: str<FilePlace | ''>({
    choices: ['', ...FILE_PLACES],
    default: '',
    desc: 'Where uploads, avatars, exports and other files are stored: `gridfs` for the database, `objects` for the object store; existing files are moved there; empty for the place that the database records',
  }),
  FORGE_FILES_INITIAL: str<FilePlace>({
    choices: FILE_PLACES,
    default: 'gridfs',
    desc: 'Place of files that is recorded in a new database, unless FORGE_FILES names one',
  }),
  FORGE_S3_ENDPOINT: str({ default: '', desc: 'URL of the S3 server; empty for AWS in FORGE_S3_REGION' }),
  FORGE_S3_REGION: str({ default: 'us-east-1', desc: 'Region of the bucket' }),
  FORGE_S3_BUCKET: str({ default: '', desc: 'Name of the bucket, which must exist' }),
  FORGE_S3_PREFIX: str({ default: '', desc: 'Folder in the bucket; empty for its root' }),
  FORGE_S3_ADDRESSING: str<'auto' | 'path' | 'host'>({
    choices: ['auto', 'path', 'host'],
    default: 'auto',
    desc: 'Whether URLs have the bucket in the path or the host name; `auto`: in the path if there is FORGE_S3_ENDPOINT',
  }),
  FORGE_S3_ACCESS_KEY_ID: str({
    default: '',
    desc: 'Credentials of the bucket; empty for those that the AWS SDK finds, such as those of the machine',
  }),
  FORGE_S3_SECRET_ACCESS_KEY: str({ default: '', desc: 'Secret of FORGE_S3_ACCESS_KEY_ID' }),
};

/** Values of the variables. */
export type ObjectVariables = CleanedEnv<typeof objectVariables>;

/** The store of a service, as its variables name it. */
export interface ObjectConfig {
  engine: ObjectEngine;
  /** Engine with objects of before; undefined for none. */
  from: ObjectEngine | undefined;
  migration: ObjectMigrationMode;
  /** Where files are stored; undefined for the place that the database records. */
  files: FilePlace | undefined;
  /** The place of files in a new database. */
  initialFiles: FilePlace;
  /** Absolute path of the folder of `local`. */
  folder: string;
  /** The bucket; undefined if no engine needs it. */
  s3: Omit<S3Options, 'log'> | undefined;
}

/** Reads the variables of the object store. Throws an error for a combination that cannot work. */
export function readObjectConfig(variables: ObjectVariables, dataFolder: string): ObjectConfig {
  const { FORGE_OBJECTS: engine, FORGE_OBJECTS_FROM: from, FORGE_OBJECTS_MIGRATION: migration } = variables;
  if (from === engine) throw new Error('FORGE_OBJECTS_FROM: differs from FORGE_OBJECTS, or is empty');
  return {
    engine,
    from: from === '' ? undefined : from,
    migration,
    files: variables.FORGE_FILES === '' ? undefined : variables.FORGE_FILES,
    initialFiles: variables.FORGE_FILES_INITIAL,
    folder: path.resolve(variables.FORGE_OBJECTS_DIR || path.join(dataFolder, 'objects')),
    s3: [engine, from].includes('s3') ? readBucket(variables) : undefined,
  };
}

/**
 * Reads the variables of the object store outside of a service, for tools. Throws an error if they
 * are invalid.
 */
export function readObjectVariables(environment: NodeJS.ProcessEnv): ObjectVariables {
  return cleanEnv(environment, objectVariables, {
    reporter: ({ errors }) => {
      const problems = Object.entries(errors).map(([name, error]) => `${name}: ${error?.message ?? 'is invalid'}`);
      if (problems.length > 0) throw new Error(problems.join('; '));
    },
  });
}

function readBucket(variables: ObjectVariables): Omit<S3Options, 'log'> {
  const { FORGE_S3_ENDPOINT: endpoint, FORGE_S3_BUCKET: bucket, FORGE_S3_ADDRESSING: addressing } = variables;
  const { FORGE_S3_ACCESS_KEY_ID: accessKeyId, FORGE_S3_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  if (bucket === '') throw new Error('FORGE_S3_BUCKET: is required for the engine s3');
  if (endpoint !== '' && !/^https?:\/\/[^/]/.test(endpoint)) throw new Error('FORGE_S3_ENDPOINT: not an HTTP URL');
  if ((accessKeyId === '') !== (secretAccessKey === ''))
    throw new Error('FORGE_S3_ACCESS_KEY_ID and FORGE_S3_SECRET_ACCESS_KEY: both or none');
  return {
    endpoint: endpoint === '' ? undefined : endpoint,
    region: variables.FORGE_S3_REGION,
    bucket,
    prefix: variables.FORGE_S3_PREFIX.replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/'),
    usesPathStyle: addressing === 'path' || (addressing === 'auto' && endpoint !== ''),
    credentials: accessKeyId === '' ? undefined : { accessKeyId, secretAccessKey },
  };
}
