import { inheritedBy } from './inherited-environment.ts';

const environment = {
  PATH: '/bin',
  NODE_OPTIONS: '--no-deprecation',
  LC_ALL: 'C.UTF-8',
  AWS_SECRET_ACCESS_KEY: 'of another program',
  npm_config_token: 'of another program',
  MONGODB_URI: 'mongodb://administrator:password@database',
  MONGODB_URI_GEO: 'mongodb://geo:password@database',
  NATS_URL: 'nats://administrator:password@events',
  FORGE_ROOT_TOKEN: 'glpat-token',
  FORGE_SMTP_URL: 'smtp://user:password@mail',
  FORGE_GEO_SECRET: 'key.secret',
  FORGE_S3_SECRET_ACCESS_KEY: 'secret of the bucket',
  FORGE_LOG_LEVEL: 'warn',
  FORGE_SECRET_IDENTITY: 'secret of identity',
};
const bucket = { FORGE_S3_SECRET_ACCESS_KEY: 'secret of the bucket' };
const common = { PATH: '/bin', NODE_OPTIONS: '--no-deprecation', LC_ALL: 'C.UTF-8', FORGE_LOG_LEVEL: 'warn' };

describe('inheritedBy', () => {
  it.each([
    ['gateway', {}],
    ['approvals', {}],
    ['projects', bucket],
    ['identity', { ...bucket, FORGE_ROOT_TOKEN: 'glpat-token', FORGE_SECRET_IDENTITY: 'secret of identity' }],
    ['deliveries', { FORGE_SMTP_URL: 'smtp://user:password@mail' }],
    ['repository', bucket],
    ['geo', { ...bucket, FORGE_GEO_SECRET: 'key.secret', MONGODB_URI_GEO: 'mongodb://geo:password@database' }],
  ])('passes %s only the variables of the system and its own', (service, further) => {
    expect(inheritedBy(service, environment)).toEqual({ ...common, ...further });
  });
});
