import { readObjectConfig, readObjectVariables } from './config';

const read = (environment: NodeJS.ProcessEnv) => readObjectConfig(readObjectVariables(environment), '/data');
const bucket = { FORGE_OBJECTS: 's3', FORGE_S3_BUCKET: 'forge' };

describe('the variables of the object store', () => {
  it('name a folder by default', () => {
    expect(read({})).toEqual({
      engine: 'local',
      from: undefined,
      migration: 'move',
      files: undefined,
      initialFiles: 'gridfs',
      folder: '/data/objects',
      s3: undefined,
    });
    expect(read({ FORGE_OBJECTS_DIR: '/large' }).folder).toBe('/large');
  });

  it('name a bucket of AWS, or of another server', () => {
    expect(read(bucket).s3).toEqual({
      endpoint: undefined,
      region: 'us-east-1',
      bucket: 'forge',
      prefix: '',
      usesPathStyle: false,
      credentials: undefined,
    });
    const other = { FORGE_S3_ENDPOINT: 'http://store:9000', FORGE_S3_PREFIX: '/a/b/' };
    const keys = { FORGE_S3_ACCESS_KEY_ID: 'id', FORGE_S3_SECRET_ACCESS_KEY: 'secret' };
    expect(read({ ...bucket, ...other, ...keys }).s3).toMatchObject({
      endpoint: 'http://store:9000',
      prefix: 'a/b/',
      usesPathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    expect(read({ ...bucket, ...other, FORGE_S3_ADDRESSING: 'host' }).s3?.usesPathStyle).toBe(false);
    // Objects of before are in the bucket.
    expect(read({ ...bucket, FORGE_OBJECTS: 'local', FORGE_OBJECTS_FROM: 's3' })).toMatchObject({
      engine: 'local',
      from: 's3',
      s3: { bucket: 'forge' },
    });
  });

  it.each<[string, NodeJS.ProcessEnv, string]>([
    ['an unknown engine', { FORGE_OBJECTS: 'tape' }, 'FORGE_OBJECTS'],
    ['the same engine twice', { FORGE_OBJECTS_FROM: 'local' }, 'FORGE_OBJECTS_FROM'],
    ['no bucket', { FORGE_OBJECTS: 's3' }, 'FORGE_S3_BUCKET'],
    ['an endpoint that is no URL', { ...bucket, FORGE_S3_ENDPOINT: 'store:9000' }, 'FORGE_S3_ENDPOINT'],
    ['a secret without its key', { ...bucket, FORGE_S3_SECRET_ACCESS_KEY: 'a' }, 'both or none'],
  ])('are refused with %s', (_, environment, problem) => {
    expect(() => read(environment)).toThrow(problem);
  });
});
