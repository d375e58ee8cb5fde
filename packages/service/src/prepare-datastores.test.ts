import { readDatastoreConfig } from './prepare-datastores';

describe('readDatastoreConfig', () => {
  const environment = { NATS_URL: 'nats://events', FORGE_MONGODB_PASSWORD_GEO: 'password' };

  it('requires the servers of NATS only', () => {
    expect(readDatastoreConfig(environment)).toMatchObject({ MONGODB_URI: '', FORGE_EVENT_REPLICAS: 1 });
    expect(() => readDatastoreConfig({})).toThrow('NATS_URL');
  });

  it('has the password of each user of the database', () => {
    const config = readDatastoreConfig(environment);
    expect(config.passwordOf('geo')).toBe('password');
    expect(() => config.passwordOf('identity')).toThrow('FORGE_MONGODB_PASSWORD_IDENTITY');
  });
});
